package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.failure.FatalErrors;
import dev.switchboard.core.failure.SwitchboardException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NetServerTest extends ServerTest {

    @Test
    void aTakenPortIsNamedWithTheFlagThatChangesIt() {
        int port = serve(_ -> text("ok")).boundAddress().getPort();

        assertThatThrownBy(() -> serve(NetSettings.of("127.0.0.1", port), _ -> text("ok")))
                .isInstanceOf(SwitchboardException.class)
                .hasMessage("Port " + port + " on 127.0.0.1 is taken. Choose another with --port.");
    }

    @Test
    void aHostThatIsNoneIsNamed() {
        assertThatThrownBy(() -> serve(NetSettings.of("no-such-host.invalid", 0), _ -> text("ok")))
                .isInstanceOf(SwitchboardException.class)
                .hasMessageContaining("no-such-host.invalid");
    }

    @Test
    void withoutTheNativeLibraryJavasOwnWayWorks() throws Exception {
        var server = NetServer.start(
                NetSettings.of("127.0.0.1", 0),
                request -> request.upgrade()
                        ? new Response.Upgrade(SETTINGS, new RecordingListener.Echo())
                        : text("x".repeat(200_000)),
                NetTotals.ofHeap(),
                FatalErrors.LOGGED,
                Transport.nio());
        closing(() -> server.close(Duration.ZERO));
        var client = connect(server);

        assertThat(client.send("GET / HTTP/1.1", "Host: a").answer().body()).hasSize(200_000);
        assertThat(client.upgrade().text("hello").receiveData().text()).isEqualTo("hello");
    }

    @Test
    void stoppingSaysGoodbyeToSocketsAfterWhatWaitsForThem() throws Exception {
        var listener = new RecordingListener();
        var server = sockets(listener);
        var client = upgrade(server);
        listener.socket().send("last words");

        var stopped = CompletableFuture.runAsync(() -> server.close(Duration.ofSeconds(10)));

        assertThat(client.receiveData().text()).isEqualTo("last words");
        assertThat(client.receiveData().closeCode()).isEqualTo(1001);
        client.send(RawClient.frame(0x88, new byte[] {3, (byte) 0xE9}));
        assertThat(listener.closed()).startsWith("1001 ");
        stopped.get(60, TimeUnit.SECONDS);
        assertThatThrownBy(() -> connect(server)).isInstanceOf(ConnectException.class);
    }

    @Test
    void stoppingLetsARequestUnderWayBeAnswered() throws Exception {
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var server = serve(_ -> {
            begun.countDown();
            try {
                assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return text("done");
        });
        var client = connect(server).send("GET / HTTP/1.1", "Host: a");
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

        var stopped = CompletableFuture.runAsync(() -> server.close(Duration.ofSeconds(10)));
        assertThat(stopped).isNotDone();
        goOn.countDown();

        assertThat(client.answer().text()).isEqualTo("done");
        client.close();
        stopped.get(60, TimeUnit.SECONDS);
    }

    @Test
    void stoppingCutsThoseWhoStayAndTheirListenersHearOfIt() throws Exception {
        var listener = new RecordingListener();
        var server = sockets(listener);
        var client = upgrade(server);
        listener.socket();

        server.close(Duration.ofMillis(200));

        assertThat(client.receiveData().closeCode()).isEqualTo(1001);
        assertThat(client.ended()).isTrue();
        assertThat(listener.closed()).startsWith("1001 ");
        var late = new CompletableFuture<Boolean>();
        listener.socket().send("late", late::complete);
        assertThat(late.get(60, TimeUnit.SECONDS)).isFalse();
    }
}
