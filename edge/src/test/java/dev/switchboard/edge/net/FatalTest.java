package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Errors, by whose they are: an event loop's are everybody's, a listener's are its socket's alone. */
class FatalTest extends ServerTest {
    private final List<String> reported = new CopyOnWriteArrayList<>();

    private NetServer server(RequestHandler handler) {
        return closed(NetServer.start(
                NetSettings.of("127.0.0.1", 0),
                handler,
                NetTotals.ofHeap(),
                (where, error) -> reported.add(where + " " + error.getMessage())));
    }

    private void isReported() {
        await().untilAsserted(() ->
                assertThat(reported).containsExactly("The listener's event loop no memory, says the test"));
    }

    private static OutOfMemoryError none() {
        return new OutOfMemoryError("no memory, says the test");
    }

    @Test
    void anErrorWhileReadingIsReported() throws Exception {
        var server = server(_ -> new Response.Upgrade(SETTINGS, new RecordingListener() {
            @Override
            public void onPing() {
                throw none();
            }
        }));
        upgrade(server).frame(0x80 | RawClient.PING, "");
        isReported();
    }

    @Test
    void anErrorInATaskOfTheLoopIsReported() throws Exception {
        var server = server(_ -> new Response.Upgrade(SETTINGS, new RecordingListener() {
            @Override
            public void onText(String text) {
                opened.join().close(1000, "");
                opened.join().send("too late", _ -> {
                    throw none();
                });
            }
        }));
        upgrade(server).text("go");
        isReported();
    }

    @Test
    void anErrorWhenAFrameIsOutIsReported() throws Exception {
        var server = server(_ -> new Response.Upgrade(SETTINGS, new RecordingListener() {
            @Override
            public void onText(String text) {
                opened.join().send(text, _ -> {
                    throw none();
                });
            }
        }));
        upgrade(server).text("go");
        isReported();
    }

    @Test
    void anErrorAtTheDoorIsReported() throws Exception {
        var server = server(new RequestHandler() {
            @Override
            public Response handle(Request request) {
                return text("ok");
            }

            @Override
            public String clientOf(Peer peer) {
                throw none();
            }
        });
        connect(server);
        isReported();
    }

    @Test
    void aListenerWithoutMemoryLosesItsOwnSocketAlone() throws Exception {
        var server = server(_ -> new Response.Upgrade(SETTINGS, new RecordingListener.Echo() {
            @Override
            public void onText(String text) {
                if (text.equals("much")) {
                    throw none();
                }
                super.onText(text);
            }
        }));
        var other = upgrade(server);
        var client = upgrade(server).text("much");
        assertThat(client.receiveData().closeCode()).isEqualTo(1011);
        assertThat(other.text("little").receiveData().text()).isEqualTo("little");
        assertThat(reported).isEmpty();
    }

    @Test
    void aHandlerWithoutMemoryIsAnsweredFor() throws Exception {
        var server = server(_ -> {
            throw none();
        });
        assertThat(connect(server).send("GET / HTTP/1.1", "Host: a").answer().status())
                .isEqualTo(500);
        assertThat(reported).isEmpty();
    }
}
