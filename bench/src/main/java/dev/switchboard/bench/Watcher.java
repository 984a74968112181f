package dev.switchboard.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** Somebody who reads a socket of the gateway as fast as it comes. Frames are told with when they were whole. */
final class Watcher implements WebSocket.Listener, AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final ObjLongConsumer<String> told;
    private final StringBuilder frame = new StringBuilder();
    private final WebSocket socket;

    private Watcher(URI uri, String token, ObjLongConsumer<String> told) {
        this.told = told;
        this.socket = HTTP.newWebSocketBuilder()
                .header("Authorization", "Bearer " + token)
                .buildAsync(uri, this)
                .join();
    }

    /** @param told on a thread of the client, one frame at a time */
    static Watcher open(URI uri, String token, ObjLongConsumer<String> told) {
        return new Watcher(uri, token, told);
    }

    void send(String text) {
        socket.sendText(text, true).join();
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        frame.append(data);
        if (last) {
            long now = System.nanoTime();
            var whole = frame.toString();
            frame.setLength(0);
            told.accept(whole, now);
        }
        from.request(1);
        return null;
    }

    @Override
    public void close() {
        socket.abort();
    }
}
