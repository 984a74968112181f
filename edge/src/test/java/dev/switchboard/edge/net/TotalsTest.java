package dev.switchboard.edge.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.bound.Total;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** One who holds more memory than all may, and one who holds little: the first is cut and the second is answered. */
class TotalsTest extends ServerTest {
    private static final int MIB = 1024 * 1024;
    private static final int PIECE = 100_000;
    private static final int GREEDY = 30;
    private static final String PATIENT = "x".repeat(PIECE);

    private final NetTotals totals = new NetTotals(new Total("unfinished", MIB), new Total("outgoing", MIB));

    /** Says who it is by the name that its upgrade has. */
    private static class Named extends RecordingListener.Echo {
        private final String name;

        Named(Request request) {
            this.name = request.header("X-Name").orElse("nobody");
        }

        @Override
        public void onOpen(WebSocket socket) {
            socket.authenticatedAs(name);
            opened.complete(socket);
        }
    }

    private RawClient client(NetServer server) throws Exception {
        return closing(RawClient.to(server, 4_096));
    }

    private RawClient named(NetServer server, String name) throws Exception {
        return client(server).upgrade("X-Name: " + name);
    }

    /** All but the last byte. */
    private static byte[] unfinished(int length) {
        var frame = RawClient.frame(0x80 | RawClient.TEXT, "x".repeat(length).getBytes(UTF_8));
        return Arrays.copyOf(frame, frame.length - 1);
    }

    private static List<RawClient> told(List<RawClient> clients) throws IOException {
        var told = new ArrayList<RawClient>();
        for (var client : clients) {
            if (client.socket().getInputStream().available() > 0) {
                told.add(client);
            }
        }
        return told;
    }

    private static void print(Total total, long since) {
        System.out.printf(
                "%s: %d cut, the modest one answered after %d ms%n",
                total.name(), total.cuts(), (System.nanoTime() - since) / 1_000_000);
    }

    private void letsGoOfAll(Total total, List<RawClient> clients) throws IOException {
        for (var client : clients) {
            client.close();
        }
        await().untilAsserted(() -> assertThat(total.held()).isZero());
    }

    @Test
    void whoSendsTheMostUnfinishedFramesIsTold1013AndOthersAreHeard() throws Exception {
        var server = serve(totals, request -> new Response.Upgrade(SETTINGS, new Named(request)));
        var modest = named(server, "modest");
        var whole = RawClient.frame(0x80 | RawClient.TEXT, PATIENT.getBytes(UTF_8));
        modest.send(Arrays.copyOf(whole, PIECE / 2));
        var greedy = new ArrayList<RawClient>();
        for (int i = 0; i < GREEDY; i++) {
            greedy.add(named(server, "greedy").send(unfinished(PIECE)));
        }

        var told = await().until(() -> told(greedy), list -> list.size() >= GREEDY / 2);
        for (var client : told) {
            var close = client.receiveData();
            assertThat(close.opcode()).isEqualTo(RawClient.CLOSE);
            assertThat(close.closeCode()).isEqualTo(1013);
            assertThat(close.text()).contains("unfinished frames").contains("connect again");
        }
        var since = System.nanoTime();
        modest.send(Arrays.copyOfRange(whole, PIECE / 2, whole.length));
        assertThat(modest.receiveData().text()).isEqualTo(PATIENT);
        print(totals.unfinished(), since);
        assertThat(totals.unfinished().held()).isLessThanOrEqualTo(MIB);
        greedy.add(modest);
        letsGoOfAll(totals.unfinished(), greedy);
    }

    @Test
    void framesThatWaitForTheirListenerAreUnfinishedToo() throws Exception {
        var go = new CountDownLatch(1);
        var server = serve(
                totals,
                request -> new Response.Upgrade(SETTINGS, new Named(request) {
                    @Override
                    public void onText(String text) {
                        if (text.startsWith("é")) {
                            await().until(() -> go.getCount() == 0);
                        }
                        super.onText(text);
                    }
                }));
        var greedy = new ArrayList<RawClient>();
        for (int i = 0; i < GREEDY; i++) {
            greedy.add(named(server, "greedy").text("é" + PATIENT));
        }

        await().until(() -> totals.unfinished().cuts() >= GREEDY / 2);
        var since = System.nanoTime();
        assertThat(named(server, "modest").text(PATIENT).receiveData().text()).isEqualTo(PATIENT);
        print(totals.unfinished(), since);
        go.countDown();
        letsGoOfAll(totals.unfinished(), greedy);
    }

    @Test
    void smallFramesAreNeverCounted() throws Exception {
        var tiny = new NetTotals(new Total("unfinished", 1), new Total("outgoing", 1));
        var server = serve(tiny, request -> new Response.Upgrade(SETTINGS, new Named(request)));
        var client = named(server, "modest");
        for (int i = 0; i < 100; i++) {
            assertThat(client.text("x".repeat(1_000)).receiveData().payload()).hasSize(1_000);
        }
        assertThat(tiny.unfinished().cuts() + tiny.outgoing().cuts()).isZero();
    }

    @Test
    void whoSendsTheMostUnfinishedBodiesIsRefusedAndOthersAreAnswered() throws Exception {
        var server = serve(totals, new RequestHandler() {
            @Override
            public Response handle(Request request) {
                return text("ok " + request.body().length);
            }

            @Override
            public Optional<Response.Full> refuseBody(Request head) {
                head.owner().accept(head.header("X-Name").orElse(""));
                return Optional.empty();
            }
        });
        var modest = post(server, "modest");
        var greedy = new ArrayList<RawClient>();
        for (int i = 0; i < GREEDY; i++) {
            greedy.add(post(server, "greedy"));
        }

        var told = await().until(() -> told(greedy), list -> list.size() >= GREEDY / 2);
        for (var client : told) {
            var answer = client.answer();
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.text()).contains("unfinished");
        }
        var since = System.nanoTime();
        assertThat(modest.send(new byte[1]).answer().text()).isEqualTo("ok " + PIECE);
        print(totals.unfinished(), since);
        letsGoOfAll(totals.unfinished(), greedy);
    }

    private RawClient post(NetServer server, String name) throws Exception {
        return client(server)
                .send("POST / HTTP/1.1", "Host: a", "X-Name: " + name, "Content-Length: " + PIECE)
                .send(new byte[PIECE - 1]);
    }

    @Test
    void whoLeavesTheMostUnreadLosesItsSocketsAndOthersAreWrittenTo() throws Exception {
        var listeners = new ArrayList<Named>();
        var server = serve(totals, request -> {
            var listener = new Named(request);
            synchronized (listeners) {
                listeners.add(listener);
            }
            return new Response.Upgrade(SETTINGS, listener);
        });
        var greedy = new ArrayList<RawClient>();
        for (int i = 0; i < GREEDY; i++) {
            greedy.add(named(server, "greedy"));
        }
        for (var listener : List.copyOf(listeners)) {
            for (int i = 0; i < 10; i++) {
                listener.socket().send(PATIENT);
            }
        }

        await().until(() -> totals.outgoing().cuts() >= GREEDY / 2);
        var since = System.nanoTime();
        assertThat(named(server, "modest").text(PATIENT).receiveData().text()).isEqualTo(PATIENT);
        print(totals.outgoing(), since);
        await().untilAsserted(() -> assertThat(listeners.stream()
                        .filter(listener -> listener.closed.isDone()
                                && listener.closed.join().startsWith("1013 too slow: too much waits"))
                        .count())
                .isGreaterThanOrEqualTo(GREEDY / 2));
        letsGoOfAll(totals.outgoing(), greedy);
    }

    @Test
    void whoLeavesTheMostAnswersUnreadLosesItsConnectionsAndOthersAreAnswered() throws Exception {
        var body = "x".repeat(MIB / 2);
        var server = serve(totals, request -> {
            request.owner().accept(request.header("X-Name").orElse(""));
            return text(body);
        });
        var greedy = new ArrayList<RawClient>();
        for (int i = 0; i < GREEDY; i++) {
            greedy.add(client(server).send("GET / HTTP/1.1", "Host: a", "X-Name: greedy"));
        }

        await().until(() -> totals.outgoing().cuts() >= GREEDY / 2);
        var since = System.nanoTime();
        assertThat(client(server)
                        .send("GET / HTTP/1.1", "Host: a", "X-Name: modest")
                        .answer()
                        .text())
                .isEqualTo(body);
        print(totals.outgoing(), since);
        letsGoOfAll(totals.outgoing(), greedy);
    }
}
