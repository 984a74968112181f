package dev.switchboard.edge.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.preview.LiveView;
import dev.switchboard.core.preview.LiveView.Seen;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.preview.Written;
import dev.switchboard.edge.api.MemoryLedger;
import dev.switchboard.edge.net.OpenSocket;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SessionWatchTest {
    private static final SessionId SESSION = new SessionId("s");
    private static final RunId RUN = new RunId("run-1");
    private static final Written SAID = new Written(RUN, "said-1");

    /** Shows every event by its number, every word as it is, and where the past ends. */
    private final class Plain implements Projection {
        @Override
        public boolean see(Seen seen, boolean replayed, Frames out) {
            switch (seen) {
                case Seen.Event(var recorded) -> out.send((replayed ? "was " : "is ") + recorded.seq());
                case Seen.Text(var _, var piece, var offset) -> out.send(offset + ":" + piece);
                case Seen.Call _, Seen.Retracted _ -> throw new IllegalStateException("cannot be shown");
            }
            return !(seen instanceof Seen.Event(var recorded) && recorded.seq() == end);
        }

        @Override
        public void caughtUp(Frames out) {
            out.send("now");
        }

        @Override
        public void over() {
            over.incrementAndGet();
        }
    }

    /** Writes nothing until the test says so. */
    private static final class Slow extends OpenSocket {
        private final List<String> sent = new CopyOnWriteArrayList<>();
        private final ConcurrentLinkedDeque<Receipt> underWay = new ConcurrentLinkedDeque<>();
        private volatile boolean fast;

        @Override
        public void send(String text, Receipt receipt) {
            if (!fast) {
                underWay.addLast(receipt);
            }
            sent.add(text);
            if (fast) {
                receipt.settled(true);
            }
        }

        /** How many frames wait to be written. */
        int waiting() {
            return underWay.size();
        }

        /** And not what comes because of that. */
        void writeWhatWaits() {
            for (int waiting = waiting(); waiting > 0; waiting--) {
                underWay.removeFirst().settled(true);
            }
        }
    }

    private final MemoryLedger ledger = new MemoryLedger(Clock.systemUTC());
    private final Feed feed = new Feed(ledger, Masking.NONE);
    private final Previews previews = new Previews(Masking.NONE);
    private final Slow socket = new Slow();
    private final AtomicInteger over = new AtomicInteger();
    private final AtomicInteger broken = new AtomicInteger();
    private long end = Long.MAX_VALUE;
    private SessionWatch watch = watch();

    private SessionWatch watch() {
        return new SessionWatch(socket, LiveView.of(feed, previews, SESSION, 0), new Plain(), broken::incrementAndGet);
    }

    @AfterEach
    void close() {
        watch.close();
    }

    @Test
    void what_was_is_told_from_what_comes() {
        socket.fast = true;
        say(2);
        watch = watch();
        watch.start("watch");
        await().until(() -> socket.sent.contains("now"));
        say(1);
        await().until(() -> socket.sent.contains("is 3"));
        previews.said(SESSION, SAID, "hello");
        await().untilAsserted(
                        () -> assertThat(socket.sent).containsExactly("was 1", "was 2", "now", "is 3", "0:hello"));
    }

    @Test
    void a_session_in_which_nothing_has_happened_yet_is_up_to_date_at_once() {
        watch.start("watch");
        await().untilAsserted(() -> assertThat(socket.sent).containsExactly("now"));
    }

    @Test
    void a_long_replay_waits_for_its_socket_and_loses_nothing() {
        int events = 3_000;
        say(events);
        watch = watch();
        watch.start("watch");
        for (int sent = 0; sent < events + 1; ) {
            int all = Math.min(sent + 256, events + 1);
            await().until(() -> socket.sent.size() == all);
            socket.writeWhatWaits();
            sent = all;
        }
        assertThat(socket.sent).hasSize(events + 1).startsWith("was 1", "was 2").endsWith("was " + events, "now");
    }

    @Test
    void who_does_not_read_gets_what_was_said_meanwhile_in_one_piece() {
        say(256);
        watch = watch();
        watch.start("watch");
        await().until(() -> socket.waiting() == 256);
        for (int i = 0; i < 1_000; i++) {
            previews.said(SESSION, SAID, "word ");
        }
        socket.writeWhatWaits();
        await().until(() -> socket.sent.size() == 258);
        assertThat(socket.sent.getLast()).isEqualTo("0:" + "word ".repeat(1_000));
    }

    @Test
    void nothing_is_sent_after_it_was_closed_though_it_waited_for_its_socket() {
        say(600);
        watch = watch();
        watch.start("watch");
        await().until(() -> socket.waiting() == 256);
        watch.close();
        int sent = socket.sent.size();
        socket.writeWhatWaits();
        say(1);
        // One that comes after it: what the first one would still have sent, it would have sent by now.
        var later = watch();
        later.start("later");
        await().until(() -> socket.sent.size() > sent + 255);
        later.close();
        assertThat(socket.sent.subList(sent, sent + 256)).containsExactlyElementsOf(socket.sent.subList(0, 256));
        watch.close();
        assertThat(over).hasValue(2);
        assertThat(broken).hasValue(0);
    }

    @Test
    void it_is_over_with_the_last_thing_that_is_to_be_shown() {
        end = 2;
        socket.fast = true;
        say(3);
        watch = watch();
        watch.start("watch");
        await().until(() -> over.get() == 1);
        assertThat(socket.sent).containsExactly("was 1", "was 2");
        assertThat(broken).hasValue(0);
    }

    @Test
    void what_cannot_be_shown_ends_the_watch_in_words() {
        watch.start("watch");
        await().until(() -> socket.sent.contains("now"));
        previews.said(SESSION, SAID, "wrong");
        previews.retracted(SESSION, SAID);
        await().until(() -> broken.get() == 1);
        await().until(() -> over.get() == 1);
    }

    private void say(int events) {
        for (int i = 0; i < events; i++) {
            ledger.say(SESSION.value(), "hello");
        }
    }
}
