package dev.switchboard.edge.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.edge.net.OpenSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Whoever sends much waits for the socket, and whoever sends something large waits for all before it. */
class PacedFramesTest {
    private static final String LARGE = "x".repeat(2 * 1024 * 1024);

    private final Outgoing socket = new Outgoing();
    private final PacedFrames frames = new PacedFrames(socket);

    /** Keeps what it is sent until somebody reads it. */
    private static final class Outgoing extends OpenSocket {
        final Queue<String> sent = new ConcurrentLinkedQueue<>();
        private final Queue<Receipt> unread = new ArrayDeque<>();

        @Override
        public synchronized void send(String text, Receipt receipt) {
            sent.add(text);
            unread.add(receipt);
        }

        synchronized void read() {
            unread.remove().settled(true);
        }
    }

    @Test
    void little_is_sent_without_waiting() throws InterruptedException {
        for (int i = 0; i < 255; i++) {
            frames.send("frame " + i);
            frames.awaitRoom();
        }
        assertThat(socket.sent).hasSize(255);
    }

    @Test
    void much_waits_until_some_of_it_was_read() throws InterruptedException {
        for (int i = 0; i < 256; i++) {
            frames.send("frame " + i);
        }
        var waiting = Thread.ofVirtual().start(this::awaitRoom);
        await().until(() -> waiting.getState() == Thread.State.WAITING);

        socket.read();

        waiting.join();
    }

    @Test
    void something_large_goes_when_everything_before_it_has_gone() throws InterruptedException {
        frames.send("one");
        frames.send("two");
        var sending = Thread.ofVirtual().start(() -> frames.send(LARGE));
        await().until(() -> sending.getState() == Thread.State.TIMED_WAITING);
        socket.read();
        assertThat(socket.sent).containsExactly("one", "two");

        socket.read();

        sending.join();
        assertThat(socket.sent).containsExactly("one", "two", LARGE);
    }

    @Test
    void something_large_does_not_wait_for_who_takes_nothing() {
        var impatient = new PacedFrames(socket, Duration.ofMillis(20));
        impatient.send("one");

        impatient.send(LARGE);

        assertThat(socket.sent).containsExactly("one", LARGE);
    }

    @Test
    void whoever_waits_goes_on_when_it_is_closed_and_sends_nothing_more() throws InterruptedException {
        frames.send("one");
        var sending = Thread.ofVirtual().start(() -> frames.send(LARGE));
        await().until(() -> sending.getState() == Thread.State.TIMED_WAITING);

        frames.close();

        sending.join();
        assertThat(socket.sent).containsExactly("one");
    }

    private void awaitRoom() {
        try {
            frames.awaitRoom();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
