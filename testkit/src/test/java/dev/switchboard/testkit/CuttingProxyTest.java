package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.switchboard.testkit.CuttingProxy.Way;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class CuttingProxyTest {
    private static final int PATIENCE = 60_000;

    private EchoServer echo;
    private CuttingProxy proxy;

    @BeforeEach
    void start() throws IOException {
        echo = new EchoServer();
        proxy = CuttingProxy.to(echo.address());
    }

    /** Closing the proxy fails if one of its threads does not end. */
    @AfterEach
    void stop() throws IOException {
        proxy.close();
        assertThat(proxy.open()).isZero();
        echo.close();
    }

    @Test
    void carriesEverythingBothWaysAndItsEnd() throws Exception {
        var bytes = new byte[300_000];
        new Random(1).nextBytes(bytes);
        try (var socket = connect()) {
            var sending = Thread.ofVirtual().start(() -> {
                try {
                    socket.getOutputStream().write(bytes);
                    socket.shutdownOutput();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(bytes);
            sending.join();
        }
        assertThat(end()).isEqualTo(new EchoServer.End(true, bytes.length));
        assertThat(proxy.cuts()).isZero();
        await().until(() -> proxy.open() == 0);
    }

    @Test
    void aCutIsAResetOnBothSides() throws Exception {
        try (var one = connect();
                var two = connect()) {
            say(one, "one");
            say(two, "two");
            proxy.cutAll();
            assertThatThrownBy(() -> one.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> two.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThat(end()).isEqualTo(new EchoServer.End(false, 3));
            assertThat(end()).isEqualTo(new EchoServer.End(false, 3));
        }
        assertThat(proxy.cuts()).isEqualTo(2);
        try (var again = connect()) {
            say(again, "and it goes on");
        }
    }

    @Test
    void aCloseLooksInOrder() throws Exception {
        try (var socket = connect()) {
            say(socket, "hello");
            proxy.closeAll();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(end()).isEqualTo(new EchoServer.End(true, 5));
        }
        assertThat(proxy.cuts()).isEqualTo(1);
    }

    @Test
    void aStalledConnectionSpeaksAgainAndHasLostNothing() throws Exception {
        for (var way : Way.values()) {
            try (var socket = connect()) {
                say(socket, "before");
                proxy.stallAll(way, CuttingProxy.FOR_GOOD);
                send(socket, "meanwhile");
                assertNothingComes(socket);
                proxy.behave();
                assertThat(receive(socket, 9)).isEqualTo("meanwhile");

                proxy.stallAll(way, Duration.ofMillis(50));
                say(socket, "it ends by itself, too");
            }
            await().until(() -> proxy.open() == 0); // lest the next stall find this one, too
        }
        assertThat(proxy.stalls()).isEqualTo(4);
        assertThat(proxy.cuts()).isZero();
    }

    @Test
    void theEndOfAStalledConnectionIsNotHeardOnTheOtherSide() throws Exception {
        for (boolean reset : new boolean[] {true, false}) {
            try (var socket = connect()) {
                say(socket, "before");
                proxy.stallAll(CuttingProxy.FOR_GOOD);
                if (reset) {
                    socket.setSoLinger(true, 0);
                }
            }
            assertThat(echo.ends().poll(100, TimeUnit.MILLISECONDS)).isNull();
            proxy.behave();
            assertThat(end()).isEqualTo(new EchoServer.End(!reset, 6));
            await().until(() -> proxy.open() == 0);
        }
    }

    @Test
    void aConnectionThatIsStalledForGoodDoesNotKeepTheProxyFromClosing() throws Exception {
        try (var socket = connect()) {
            say(socket, "before");
            proxy.stallAll(CuttingProxy.FOR_GOOD);
            send(socket, "meanwhile");
            proxy.close();
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
    }

    @Test
    void halfAConnectionIsClosedAndTheOtherHalfGoesOn() throws Exception {
        try (var socket = connect()) {
            say(socket, "before");
            proxy.halfCloseAll(Way.TO_DEVICE);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            send(socket, "the server still hears this");
            socket.shutdownOutput();
            assertThat(end()).isEqualTo(new EchoServer.End(true, 33));
        }
        await().until(() -> proxy.open() == 0);
        try (var socket = connect()) {
            say(socket, "before");
            proxy.halfCloseAll(Way.TO_GATEWAY);
            assertThat(end()).isEqualTo(new EchoServer.End(true, 6));
        }
        assertThat(proxy.halfCloses()).isEqualTo(2);
        assertThat(proxy.cuts()).isZero();
    }

    @Test
    void aConnectionIsTornAfterTheByteAskedFor() throws Exception {
        try (var socket = connect()) {
            say(socket, "before");
            proxy.tearAll(Way.TO_DEVICE, 10);
            send(socket, "0123");
            assertThat(receive(socket, 4)).isEqualTo("0123");
            send(socket, "456789abcdef");
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("456789");
        }
        await().until(() -> proxy.cuts() == 1);
        assertThat(end().bytes()).isEqualTo(22);
        try (var socket = connect()) {
            say(socket, "before");
            proxy.tearAll(Way.TO_GATEWAY, 3);
            send(socket, "0123");
            assertThat(end().bytes()).isEqualTo(9);
        }
    }

    @Test
    void newConnectionsAreRefusedForAWhile() throws Exception {
        try (var old = connect()) {
            say(old, "before");
            proxy.refuse(CuttingProxy.FOR_GOOD);
            assertThatThrownBy(() -> say(connect(), "anybody?")).isInstanceOf(IOException.class);
            say(old, "the old one goes on");
            proxy.behave();
            try (var again = connect()) {
                say(again, "after");
            }
        }
        assertThat(proxy.refusals()).isEqualTo(1);
        assertThat(proxy.accepted()).isEqualTo(2);
    }

    @Test
    void aGatewayThatIsNotThereIsACut() throws Exception {
        echo.close();
        try (var socket = connect()) {
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    /** At this pace a minute has over a thousand cuts. */
    @Test
    void aPlanDoesEverythingBadAndThenBehaves() throws Exception {
        proxy.misbehave(42, Duration.ofMillis(20));
        int sent = 0;
        while (proxy.cuts() < 50 || proxy.stalls() < 3 || proxy.halfCloses() < 3 || proxy.refusals() < 3) {
            try (var socket = connect()) {
                while (true) {
                    say(socket, "message " + sent++);
                }
            } catch (IOException _) {
                // That is what it is for.
            }
        }
        proxy.behave();
        await().until(() -> proxy.open() == 0); // one may just be torn
        var cuts = proxy.cuts();
        try (var socket = connect()) {
            for (int i = 0; i < 1_000; i++) {
                say(socket, "now all is well");
            }
        }
        assertThat(proxy.cuts()).isEqualTo(cuts);
    }

    private Socket connect() throws IOException {
        var socket = new Socket(proxy.address().getAddress(), proxy.address().getPort());
        socket.setSoTimeout(PATIENCE);
        return socket;
    }

    private EchoServer.End end() throws InterruptedException {
        var end = echo.ends().poll(PATIENCE, TimeUnit.MILLISECONDS);
        assertThat(end).as("the server saw an end").isNotNull();
        return end;
    }

    /** Says something and hears it back. */
    private static void say(Socket socket, String text) throws IOException {
        send(socket, text);
        if (!receive(socket, text.length()).equals(text)) {
            throw new IOException("ended");
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String receive(Socket socket, int bytes) throws IOException {
        return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.UTF_8);
    }

    private static void assertNothingComes(Socket socket) throws IOException {
        socket.setSoTimeout(100);
        assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        socket.setSoTimeout(PATIENCE);
    }
}
