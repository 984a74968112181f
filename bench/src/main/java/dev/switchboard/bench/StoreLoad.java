package dev.switchboard.bench;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.store.Store;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * The store alone, with its own settings, in a process of its own: how long a commit takes, and how many turns a second
 * it writes when nobody else wants the processor. Prints {@code name value} lines.
 */
final class StoreLoad {
    private static final String CHANNEL = "terminal-dev";
    private static final String ACCOUNT = "local";

    private final Store store;
    private final boolean withChannelEvents;
    private final AtomicLong ids = new AtomicLong();
    private final LongAdder turns = new LongAdder();
    private volatile boolean stopping;

    private StoreLoad(Store store, boolean withChannelEvents) {
        this.store = store;
        this.withChannelEvents = withChannelEvents;
    }

    /** {@code commits FOLDER SECONDS RATE} or {@code turns|turns+events FOLDER THREADS WARM-UP SECONDS}. */
    public static void main(String[] arguments) throws IOException, InterruptedException, SQLException {
        var folder = Path.of(arguments[1]);
        var file = folder.resolve("switchboard.db");
        try (var store = Store.open(file, folder.resolve("token.key"), Clock.systemUTC())) {
            if (arguments[0].equals("commits")) {
                int seconds = Integer.parseInt(arguments[2]);
                print("fsync_ms", fsyncs(folder.resolve("fsync"), seconds).millis(0.5));
                print("commit_without_pause_ms", commits(store, seconds, 0).millis(0.5));
                var commits = commits(store, seconds, 1_000_000_000L / Integer.parseInt(arguments[3]));
                print("commit_ms", commits.millis(0.5));
                print("commit_p99_ms", commits.millis(0.99));
                printPragmas(store, file);
            } else {
                new StoreLoad(store, arguments[0].endsWith("+events"))
                        .turns(
                                Integer.parseInt(arguments[2]),
                                Integer.parseInt(arguments[3]),
                                Integer.parseInt(arguments[4]));
            }
        }
    }

    /** One page appended and forced, again and again: what the disk does without SQLite. */
    private static Latencies fsyncs(Path file, int seconds) throws IOException {
        var latencies = new Latencies();
        var page = ByteBuffer.allocateDirect(4_096);
        try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            long end = System.nanoTime() + seconds * 1_000_000_000L / 2;
            while (System.nanoTime() - end < 0) {
                long from = System.nanoTime();
                channel.write(page.rewind());
                channel.force(false);
                latencies.add(System.nanoTime() - from);
            }
        }
        return latencies;
    }

    /** One caller after the other; the first half is for the JIT. */
    private static Latencies commits(Store store, int seconds, long every) {
        var latencies = new Latencies();
        long start = System.nanoTime();
        long half = start + seconds * 500_000_000L;
        long end = half + seconds * 500_000_000L;
        for (long n = 1, from; (from = System.nanoTime()) - end < 0; n++) {
            if (!store.probe().isWell()) {
                throw new MeasureException("the store cannot write");
            }
            if (from - half > 0) {
                latencies.add(System.nanoTime() - from);
            }
            for (long left; every > 0 && (left = start + n * every - System.nanoTime()) > 0; ) {
                LockSupport.parkNanos(left);
            }
        }
        return latencies;
    }

    private static void printPragmas(Store store, Path file) throws SQLException {
        System.out.println("PRAGMA_synchronous " + store.pragmaSynchronous());
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            for (var pragma : List.of("journal_mode", "page_size")) {
                try (var row = statement.executeQuery("PRAGMA " + pragma)) {
                    row.next();
                    System.out.println("PRAGMA_" + pragma + " " + row.getString(1));
                }
            }
        }
    }

    private void turns(int threads, int warmUp, int seconds) throws InterruptedException {
        var workers = new ArrayList<Thread>();
        for (int i = 0; i < threads; i++) {
            var peer = "store-" + i;
            workers.add(Thread.ofVirtual().start(() -> work(peer)));
        }
        Thread.sleep(warmUp * 1_000L);
        long before = turns.sum();
        long commits = store.commits();
        long from = System.nanoTime();
        Thread.sleep(seconds * 1_000L);
        double measured = (System.nanoTime() - from) / 1e9;
        print("turns_per_second", (turns.sum() - before) / measured);
        print("commits_per_second", (store.commits() - commits) / measured);
        stopping = true;
        for (var worker : workers) {
            worker.join();
        }
    }

    private void work(String peer) {
        var session = new SessionId(CHANNEL + ":" + ACCOUNT + ":" + peer);
        for (int n = 0; !stopping; n++) {
            turn(peer, session, "m-%09d".formatted(n));
            turns.increment();
        }
    }

    /** What the gateway writes for a message, and waits for when the gateway waits. */
    private void turn(String peer, SessionId session, String messageId) {
        var identity = new ChannelIdentity(CHANNEL, "terminal", ACCOUNT, peer, "terminal", messageId, null, null);
        var message = new InboundMessage(
                identity, session, Texts.MESSAGE, Clock.systemUTC().instant());
        if (!(store.inbox().admit(message, AdmissionTerms.OF_A_PEER) instanceof Admission.Accepted(long seq))) {
            throw new MeasureException("not accepted: " + messageId);
        }
        event(message, null, ChannelEvent.Type.INBOUND_ACCEPTED);
        var run = new RunId("run-" + id());
        var turn = "turn-" + id();
        event(message, run, ChannelEvent.Type.DIRECT_RUN_STARTED);
        store.ledger()
                .start(
                        SessionEpoch.first(session),
                        seq,
                        run,
                        List.of(
                                new RunEvent.RunStarted(id(), run.value(), messageId, "default", "offline", 1),
                                new RunEvent.TurnStart(id(), run.value(), turn, null)));
        boolean first = store.ledger()
                .finish(
                        SessionEpoch.first(session),
                        seq,
                        run,
                        List.of(
                                new RunEvent.Answered(id(), run.value(), messageId, Texts.ANSWER, null, 1),
                                new RunEvent.TurnEnd(id(), run.value(), turn, RunEvent.Status.OK, 1)));
        if (!first) {
            throw new MeasureException("answered before: " + messageId);
        }
        event(message, run, ChannelEvent.Type.DIRECT_RUN_FINISHED);
        event(message, run, ChannelEvent.Type.OUTBOUND_DELIVERED);
        Thread.startVirtualThread(() -> store.inbox().delivered(session, seq));
    }

    private void event(InboundMessage message, @org.jspecify.annotations.Nullable RunId run, ChannelEvent.Type type) {
        if (withChannelEvents) {
            store.channelEvents()
                    .append(new ChannelEvent(
                            CHANNEL,
                            type,
                            message.receivedAt(),
                            message.identity().peerId(),
                            message.session(),
                            message.messageId(),
                            run,
                            ChannelEvent.preview(message.text())));
        }
    }

    /** As long as the gateway's ids, and sorted as they are, but cheap. */
    private String id() {
        long id = ids.incrementAndGet();
        return new UUID(id << 16, id * 0x9E3779B97F4A7C15L).toString();
    }

    private static void print(String name, double value) {
        System.out.println(name + " " + String.format(Locale.ROOT, "%.4f", value));
    }
}
