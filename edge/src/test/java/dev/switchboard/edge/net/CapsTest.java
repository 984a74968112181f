package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How many may be connected without having said who they are. */
class CapsTest extends ServerTest {

    /** Has not said who it is. */
    private static final class Silent extends RecordingListener {
        @Override
        public void onOpen(WebSocket socket) {
            opened.complete(socket);
        }
    }

    private static NetSettings caps(int total, int perClient) {
        return NetSettings.of("127.0.0.1", 0).withPreAuth(total, perClient);
    }

    private RawClient from(String address, NetServer server) throws Exception {
        var socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
        socket.connect(server.boundAddress());
        return closing(new RawClient(socket));
    }

    private boolean isServed(RawClient client) throws Exception {
        try {
            return client.send("GET / HTTP/1.1", "Host: a").answer().status() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void oneAddressCannotTakeAllPlaces() throws Exception {
        var server = serve(caps(100, 3), _ -> text("ok"));
        for (int i = 0; i < 3; i++) {
            connect(server);
        }
        await().until(() -> server.stats().preAuth() == 3);

        assertThat(isServed(connect(server))).isFalse();
        assertThat(isServed(from("127.0.0.2", server))).isTrue();
        assertThat(server.stats().refused()).isEqualTo(1);
    }

    @Test
    void allAddressesTogetherHaveALimitToo() throws Exception {
        var server = serve(caps(4, 3), _ -> text("ok"));
        for (int i = 0; i < 4; i++) {
            from("127.0.0." + (2 + i), server);
        }
        await().until(() -> server.stats().preAuth() == 4);

        assertThat(isServed(from("127.0.0.9", server))).isFalse();
    }

    @Test
    void aPlaceIsFreeAgainWhileTheRequestIsAnsweredAndWhenTheClientHasLeft() throws Exception {
        var go = new CountDownLatch(1);
        var server = serve(caps(100, 1), _ -> {
            await().until(() -> go.getCount() == 0);
            return text("ok");
        });

        var busy = connect(server).send("GET / HTTP/1.1", "Host: a");
        await().until(() ->
                server.stats().openConnections() == 1 && server.stats().preAuth() == 0);
        var idle = connect(server);
        await().until(() -> server.stats().preAuth() == 1);
        idle.close();
        await().until(() -> server.stats().preAuth() == 0);
        go.countDown();
        assertThat(busy.answer().status()).isEqualTo(200);
    }

    @Test
    void aConnectionBetweenTwoRequestsIsAStrangersAgain() throws Exception {
        var server = serve(caps(100, 2), _ -> text("ok"));
        var first = connect(server);
        assertThat(isServed(first)).isTrue();
        assertThat(isServed(connect(server))).isTrue();
        await().until(() -> server.stats().preAuth() == 2);

        assertThat(isServed(connect(server))).as("one more that is kept open").isFalse();
        assertThat(isServed(first)).isTrue();
        first.close();
        await().until(() -> server.stats().preAuth() == 1);
        assertThat(isServed(connect(server))).isTrue();
    }

    @Test
    void aConnectionThatWouldBeOneTooManyIsAnsweredAndThenClosed() throws Exception {
        var go = new CountDownLatch(1);
        var server = serve(caps(100, 1), _ -> {
            await().until(() -> go.getCount() == 0);
            return text("ok");
        });
        var busy = connect(server).send("GET / HTTP/1.1", "Host: a");
        await().until(() ->
                server.stats().openConnections() == 1 && server.stats().preAuth() == 0);
        connect(server);
        await().until(() -> server.stats().preAuth() == 1);

        go.countDown();

        assertThat(busy.answer().status()).isEqualTo(200);
        assertThat(busy.ended()).isTrue();
        assertThat(server.stats().preAuth()).isEqualTo(1);
    }

    @Test
    void behindAProxySocketsCountByTheirClientAndRequestsNotByAddress() throws Exception {
        var server = serve(caps(100, 1), new RequestHandler() {
            @Override
            public Response handle(Request request) {
                return request.upgrade() ? new Response.Upgrade(SETTINGS, new Silent()) : text("ok");
            }

            @Override
            public @Nullable String clientOf(Peer peer) {
                return null;
            }

            @Override
            public String clientOf(Request request) {
                return request.header("X-Client").orElse("");
            }
        });
        for (int i = 0; i < 5; i++) {
            connect(server);
            assertThat(isServed(connect(server))).isTrue();
        }

        connect(server).upgrade("X-Client: one");
        connect(server).upgrade("X-Client: two");
        var another = connect(server);
        assertThatThrownBy(() -> another.upgrade("X-Client: one"))
                .hasMessageContaining("503")
                .hasMessageContaining("busy");
        assertThat(isServed(another)).isTrue();
    }

    @Test
    void aSocketHoldsItsPlaceUntilItIsAuthenticated() throws Exception {
        var listener = new Silent();
        var server = serve(caps(100, 1), _ -> new Response.Upgrade(SETTINGS, listener));

        upgrade(server);
        assertThat(server.stats().preAuth()).isEqualTo(1);
        assertThat(server.stats().openSockets()).isEqualTo(1);
        assertThat(connect(server).ended()).isTrue();
        listener.socket().authenticated();
        listener.socket().authenticated();
        await().until(() -> server.stats().preAuth() == 0);
        upgrade(server);
        assertThat(server.stats().preAuth()).isEqualTo(1);
    }

    @Test
    void bodiesOfStrangersHaveALimitTogether() throws Exception {
        var server = serve(_ -> text("ok"));
        var unfinished = new byte[1024 * 1024 - 1];
        var clients = new ArrayList<RawClient>();
        for (int i = 0; i < 66; i++) {
            clients.add(connect(server)
                    .send("POST / HTTP/1.1", "Host: a", "Content-Length: " + (unfinished.length + 1))
                    .send(unfinished));
        }

        var refused = await().until(() -> answered(clients), answered -> !answered.isEmpty());
        assertThat(refused.getFirst().answer().status()).isEqualTo(503);
        assertThat(isServed(connect(server))).isTrue();
    }

    private static List<RawClient> answered(List<RawClient> clients) throws IOException {
        var answered = new ArrayList<RawClient>();
        for (var client : clients) {
            if (client.socket().getInputStream().available() > 0) {
                answered.add(client);
            }
        }
        return answered;
    }

    @Test
    void everythingIsCountedBackToZero() throws Exception {
        var server = sockets(new RecordingListener());
        for (int i = 0; i < 50; i++) {
            var client = i % 2 == 0 ? connect(server) : upgrade(server);
            client.close();
        }

        await().untilAsserted(() -> assertThat(server.stats()).isEqualTo(new NetStats(0, 0, 0, 0, 0)));
    }
}
