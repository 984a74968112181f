package dev.switchboard.store;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.InboundMessage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Durable turns per second: admit, start, finish and delivered, by many peers at once, with the defaults.
 *
 * <p>Arguments: a folder on the disk to measure, callers (200), seconds (10), and {@code next} to also ask for the
 * message as a session loop does.
 */
final class TurnsBench {
    private final Store store;
    private final boolean asksNext;
    private final AtomicLong turns = new AtomicLong();

    private TurnsBench(Store store, boolean asksNext) {
        this.store = store;
        this.asksNext = asksNext;
    }

    public static void main(String[] args) throws Exception {
        var folder = Files.createTempDirectory(Path.of(args[0]), "turns");
        int callers = args.length > 1 ? Integer.parseInt(args[1]) : 200;
        var time = Duration.ofSeconds(args.length > 2 ? Integer.parseInt(args[2]) : 10);
        var file = folder.resolve("switchboard.db");
        try (var store = Store.open(file, folder.resolve("token.key"), Clock.systemUTC())) {
            var bench = new TurnsBench(store, args.length > 3 && args[3].equals("next"));
            System.out.println("PRAGMA synchronous = " + store.pragmaSynchronous());
            bench.measure("warm-up", callers, Duration.ofSeconds(3));
            bench.measure("measured", callers, time);
            System.out.printf("database %,d bytes, log %,d bytes%n", Files.size(file), Files.size(log(file)));
        }
    }

    private static Path log(Path file) throws IOException {
        return file.resolveSibling(file.getFileName() + "-wal");
    }

    private void measure(String name, int callers, Duration time) throws InterruptedException, ExecutionException {
        long turnsBefore = turns.get();
        long commitsBefore = store.commits();
        var cpuBefore = cpu();
        long begin = System.nanoTime();
        long end = begin + time.toNanos();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = IntStream.range(0, callers)
                    .<Future<?>>mapToObj(peer -> threads.submit(() -> talk(name, peer, end)))
                    .toList();
            for (var one : all) {
                one.get();
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        long done = turns.get() - turnsBefore;
        long commits = store.commits() - commitsBefore;
        System.out.printf(
                "%s: %,d turns in %.1f s with %d callers = %,.0f turns/s, %,.0f commits/s, %.1f turns a commit%n",
                name, done, seconds, callers, done / seconds, commits / seconds, (double) done / commits);
        System.out.println("CPU per turn: " + cpu(cpuBefore, done));
    }

    private static Map<String, Long> cpu() {
        var threads = ManagementFactory.getThreadMXBean();
        var cpu = new TreeMap<String, Long>();
        for (var thread : threads.dumpAllThreads(false, false)) {
            if (thread.getThreadName().startsWith("store-")) {
                cpu.put(thread.getThreadName(), threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        var process = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        cpu.put("process", process.getProcessCpuTime());
        return cpu;
    }

    private static String cpu(Map<String, Long> before, long turns) {
        return cpu().entrySet().stream()
                .map(now -> "%s %.1f µs"
                        .formatted(
                                now.getKey(), (now.getValue() - before.getOrDefault(now.getKey(), 0L)) / 1e3 / turns))
                .collect(Collectors.joining(", "));
    }

    private void talk(String name, int peer, long end) {
        var session = new SessionId("terminal-dev:local:device-" + peer);
        for (int i = 0; System.nanoTime() < end; i++) {
            turn(session, "device-" + peer, name + "-" + i);
        }
    }

    private void turn(SessionId session, String peer, String id) {
        var identity = new ChannelIdentity("terminal-dev", "terminal", "local", peer, "device", id, null, null);
        var message = new InboundMessage(
                identity,
                session,
                "What is the weather like today?",
                Clock.systemUTC().instant());
        if (!(store.inbox().admit(message, AdmissionTerms.OF_A_PEER) instanceof Admission.Accepted(long seq))) {
            throw new IllegalStateException("not accepted: " + id);
        }
        if (asksNext && store.inbox().next(session).orElseThrow().seq() != seq) {
            throw new IllegalStateException("not the next one: " + id);
        }
        var run = new RunId(session + "-run-" + id);
        store.ledger()
                .start(
                        SessionEpoch.first(session),
                        seq,
                        run,
                        List.of(
                                new RunEvent.RunStarted(run + "-1", run.value(), id, "default", "offline", 1),
                                new RunEvent.TurnStart(run + "-2", run.value(), run + "-t", null)));
        store.ledger()
                .finish(
                        SessionEpoch.first(session),
                        seq,
                        run,
                        List.of(
                                new RunEvent.TurnEnd(run + "-3", run.value(), run + "-t", RunEvent.Status.OK, 12),
                                new RunEvent.Answered(
                                        run + "-4",
                                        run.value(),
                                        id,
                                        "I am the offline agent and cannot know.",
                                        null,
                                        12)));
        store.inbox().delivered(session, seq);
        turns.incrementAndGet();
    }
}
