package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A device made of the JDK's own WebSocket client: sends lines, waits for frames. */
public final class Device implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    /** Comes after the last frame; known by its identity. */
    private static final String END = new String("end");

    private final BlockingQueue<String> frames = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final WebSocket socket;

    private Device(URI uri, Map<String, String> headers) {
        var builder = HTTP.newWebSocketBuilder().connectTimeout(PATIENCE);
        headers.forEach(builder::header);
        this.socket = builder.buildAsync(uri, new Listener()).join();
    }

    /** Opens a socket and says nothing. */
    public static Device open(URI uri) {
        return new Device(uri, Map.of());
    }

    public static Device open(URI uri, Map<String, String> headers) {
        return new Device(uri, headers);
    }

    /** The status with which the gateway refused the upgrade. */
    public static int refusal(URI uri, Map<String, String> headers) {
        try {
            new Device(uri, headers).close();
        } catch (CompletionException e) {
            if (e.getCause() instanceof WebSocketHandshakeException refused) {
                return refused.getResponse().statusCode();
            }
            throw e;
        }
        throw new AssertionError("the gateway let us in");
    }

    /** Opens a socket and is greeted. */
    public static Device connect(URI uri, String peerId) throws InterruptedException {
        var device = open(uri);
        device.send("{\"type\":\"connect\",\"peer_id\":\"%s\"}".formatted(peerId));
        assertThat(device.next().get("type").stringValue()).isEqualTo("connected");
        return device;
    }

    public Device send(String text) {
        socket.sendText(text, true).join();
        return this;
    }

    public Device message(String id, String text) {
        var frame = Json.mapper().createObjectNode();
        frame.put("type", "message").put("message_id", id).put("text", text);
        return send(frame.toString());
    }

    /** The next frame. */
    public JsonNode next() throws InterruptedException {
        var frame = next(PATIENCE);
        if (frame == null) {
            throw new AssertionError("no frame came" + (closed.isDone() ? ", closed with " + closed.join() : ""));
        }
        return frame;
    }

    /** The next frame; null if none came in time, and at once if none will come any more. */
    public @Nullable JsonNode next(Duration patience) throws InterruptedException {
        var frame = frames.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        return ended(frame) || frame == null ? null : Json.mapper().readTree(frame);
    }

    /** The next frame of this type; others before it are let pass. */
    public JsonNode next(String type) throws InterruptedException {
        while (true) {
            var frame = next();
            if (frame.get("type").stringValue().equals(type)) {
                return frame;
            }
        }
    }

    /** A frame that is there now, if any. */
    public @Nullable String poll() {
        var frame = frames.poll();
        return ended(frame) ? null : frame;
    }

    /** Whether the gateway has closed the socket or it was cut; frames that came before may still be read. */
    public boolean isClosed() {
        return closed.isDone();
    }

    /** The code with which the gateway closed the socket; 1006 if it was cut. */
    public int closeCode() throws InterruptedException {
        try {
            return closed.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("the socket was not closed", e);
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    public WebSocket socket() {
        return socket;
    }

    /** Goes without a word, as a device does whose cable is pulled. */
    public void cut() {
        socket.abort();
    }

    @Override
    public void close() {
        if (!socket.isOutputClosed()) {
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "")
                    .exceptionally(_ -> socket)
                    .join();
        }
    }

    @SuppressWarnings("ReferenceEquality") // a frame may hold the same word
    private boolean ended(@Nullable String frame) {
        if (frame != END) {
            return false;
        }
        frames.add(END);
        return true;
    }

    private void end(int code) {
        closed.complete(code);
        frames.add(END);
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                frames.add(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            end(code);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            end(1006);
        }
    }
}
