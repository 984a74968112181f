package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A client that does not read. */
@Isolated("what others use of the memory would count")
class OutboxTest extends ServerTest {
    private static final int OUTBOX = 1024 * 1024;

    private final RecordingListener listener = new RecordingListener();

    private NetServer server(int frames) {
        return sockets(
                new SocketSettings(Duration.ofSeconds(60), Duration.ofSeconds(30), 1_000, OUTBOX, frames), listener);
    }

    @Test
    void fiftyMegabytesToAClientThatDoesNotReadCostTheOutboxAndNoMore() throws Exception {
        var server = server(1_000_000);
        closing(RawClient.to(server, 16 * 1024)).upgrade();
        var socket = listener.socket();
        var text = "x".repeat(10_000);
        var written = new AtomicInteger();
        var lost = new AtomicInteger();
        long before = used();

        for (int i = 0; i < 5_000; i++) {
            socket.send(text, ok -> (ok ? written : lost).incrementAndGet());
        }

        assertThat(used() - before).isLessThan(4 * OUTBOX);
        await().until(() -> written.get() + lost.get() == 5_000);
        assertThat(written.get()).isLessThan(200);
        assertThat(listener.closed()).startsWith("1013 ");
        assertThat(server.stats().overruns()).isEqualTo(1);
        await().until(() -> server.stats().openConnections() == 0);
        assertThat(written.get() + lost.get()).isEqualTo(5_000);
    }

    @Test
    void whoIsTooSlowForWhatItAskedForIsToldAndCountedOnce() throws Exception {
        var server = server(1_000_000);
        var client = connect(server).upgrade();
        var socket = listener.socket();

        socket.overrun("overrun");
        socket.overrun("overrun");

        assertThat(client.receive().closeCode()).isEqualTo(1013);
        assertThat(listener.closed()).isEqualTo("1013 overrun");
        assertThat(server.stats().overruns()).isEqualTo(1);
    }

    private static long used() {
        System.gc();
        var runtime = java.lang.Runtime.getRuntime();
        return runtime.totalMemory()
                - runtime.freeMemory()
                + io.netty.util.internal.PlatformDependent.usedDirectMemory();
    }

    @Test
    void aSlowClientIsToldWhyItWasClosedAndGetsWholeFramesBefore() throws Exception {
        var client = closing(RawClient.to(server(1_000_000), 16 * 1024)).upgrade();
        var socket = listener.socket();
        var text = "x".repeat(10_000);

        while (!listener.closed.isDone() && socketIsOpen(socket, text)) {}

        var frame = client.receiveData();
        while (frame.opcode() == RawClient.TEXT) {
            assertThat(frame.text()).isEqualTo(text);
            frame = client.receiveData();
        }
        assertThat(frame.closeCode()).isEqualTo(1013);
    }

    private static boolean socketIsOpen(WebSocket socket, String text) {
        var refused = new AtomicInteger();
        for (int i = 0; i < 1_000; i++) {
            socket.send(text, ok -> refused.addAndGet(ok ? 0 : 1));
        }
        return refused.get() == 0;
    }

    @Test
    void aFrameLargerThanTheOutboxGoesAlone() throws Exception {
        var client = closing(RawClient.to(server(1_000_000), 16 * 1024)).upgrade();
        var large = "x".repeat(2 * OUTBOX);

        listener.socket().send(large);

        assertThat(client.receiveData().text()).isEqualTo(large);
    }

    @Test
    void framesAreCountedToo() throws Exception {
        var client = closing(RawClient.to(server(100), 16 * 1024)).upgrade();
        var socket = listener.socket();
        var text = "x".repeat(5_000); // fills the kernel before the bytes of the outbox count
        var lost = new AtomicInteger();

        for (int i = 0; i < 1_000; i++) {
            socket.send(text, ok -> lost.addAndGet(ok ? 0 : 1));
        }

        await().until(() -> lost.get() > 0);
        client.close();
        assertThat(listener.closed()).startsWith("1013 ");
    }

    @Test
    void whenTheClientLeavesWhatWaitsIsNotWritten() throws Exception {
        var client = closing(RawClient.to(server(1_000_000), 16 * 1024)).upgrade();
        var socket = listener.socket();
        var settled = new AtomicInteger();
        var lost = new AtomicInteger();

        for (int i = 0; i < 60; i++) {
            socket.send("x".repeat(10_000), ok -> {
                settled.incrementAndGet();
                lost.addAndGet(ok ? 0 : 1);
            });
        }
        client.close();

        assertThat(listener.closed()).startsWith("1006");
        await().until(() -> settled.get() == 60);
        socket.send("late", _ -> settled.incrementAndGet());
        await().until(() -> settled.get() == 61);
        assertThat(lost.get()).isPositive();
    }

    @Test
    void aReceiptThatFailsDoesNotKeepTheOthersFromBeingTold() throws Exception {
        var client = closing(RawClient.to(server(1_000_000), 16 * 1024)).upgrade();
        var socket = listener.socket();
        var settled = new AtomicInteger();

        for (int i = 0; i < 60; i++) {
            int number = i;
            socket.send("x".repeat(10_000), _ -> {
                settled.incrementAndGet();
                if (number % 10 == 9) {
                    throw new IllegalStateException("on purpose");
                }
            });
        }
        client.close();

        await().until(() -> settled.get() == 60);
        assertThat(listener.closed()).startsWith("1006");
    }

    @Test
    void aFloodOfPingsDoesNotPileUp() throws Exception {
        var client = closing(RawClient.to(server(10), 16 * 1024)).upgrade();
        var socket = listener.socket();
        var ping = RawClient.frame(0x89, new byte[125]);
        long before = used();

        for (int i = 0; i < 100_000; i++) {
            client.send(ping); // and read no pong
        }

        // What piled up would stay: nobody reads. What other tests left behind goes.
        await().untilAsserted(() -> assertThat(used() - before).isLessThan(4 * OUTBOX));
        assertThat(listener.closed).isNotDone();
        assertThat(socket.peer().isLoopback()).isTrue();
    }
}
