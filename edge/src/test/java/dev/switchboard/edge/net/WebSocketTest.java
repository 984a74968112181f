package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WebSocketTest extends ServerTest {

    @Test
    void aLibraryClientIsEchoedAndSaysGoodbye() throws Exception {
        var listener = new RecordingListener.Echo();
        var server = sockets(listener);
        var heard = new CompletableFuture<String>();
        var client = http().newWebSocketBuilder()
                .buildAsync(uriOf(server), new java.net.http.WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(java.net.http.WebSocket socket, CharSequence text, boolean last) {
                        heard.complete(text.toString());
                        return java.net.http.WebSocket.Listener.super.onText(socket, text, last);
                    }
                })
                .get(10, TimeUnit.SECONDS);

        client.sendText("hello, grüß dich 🙂", true).get(10, TimeUnit.SECONDS);

        assertThat(heard.get(10, TimeUnit.SECONDS)).isEqualTo("hello, grüß dich 🙂");
        client.sendClose(4000, "bye").get(10, TimeUnit.SECONDS);
        assertThat(listener.closed()).isEqualTo("4000 bye");
    }

    private static java.net.URI uriOf(NetServer server) {
        return java.net.URI.create("ws://127.0.0.1:" + server.boundAddress().getPort() + "/ws");
    }
}
