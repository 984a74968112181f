package dev.switchboard.app.conformance.channel;

import dev.switchboard.app.conformance.Transcript;
import dev.switchboard.json.Json;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** One socket to the server under test. Thread: the grader's; the listener only fills the queue. */
final class Connection implements AutoCloseable {
    /** What came: a frame, or the end. */
    private sealed interface Arrival {
        record Frame(String text) implements Arrival {}

        record Ended(String how) implements Arrival {}
    }

    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final Transcript transcript;
    private final int number;
    private final Duration patience;
    private final WebSocket socket;

    private Connection(HttpClient http, ChannelSettings settings, Transcript transcript, int number)
            throws Disappointment, InterruptedException {
        this.transcript = transcript;
        this.number = number;
        this.patience = settings.patience();
        var builder = http.newWebSocketBuilder();
        if (settings.token() != null) {
            builder.header("Authorization", "Bearer " + settings.token());
        }
        try {
            this.socket = builder.buildAsync(settings.url(), new Ear()).get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new Disappointment(refusal(e.getCause()));
        } catch (TimeoutException _) {
            throw new Disappointment("nothing answered at %s within %s".formatted(settings.url(), words(patience)));
        }
        transcript.event(number, "opened");
    }

    static Connection open(HttpClient http, ChannelSettings settings, Transcript transcript, int number)
            throws Disappointment, InterruptedException {
        return new Connection(http, settings, transcript, number);
    }

    void send(String frame) throws Disappointment, InterruptedException {
        transcript.toGateway(number, frame);
        try {
            socket.sendText(frame, true).get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException _) {
            throw new Disappointment("the connection was gone before %s could be sent".formatted(frame));
        }
    }

    /** The next frame, whatever it is. */
    JsonNode next() throws Disappointment, InterruptedException {
        var frame = next(patience);
        if (frame == null) {
            throw new Disappointment("no frame came within " + words(patience));
        }
        return frame;
    }

    /** The next frame; null if none came by then. */
    @Nullable
    JsonNode next(Duration wait) throws Disappointment, InterruptedException {
        return switch (arrivals.poll(wait.toMillis(), TimeUnit.MILLISECONDS)) {
            case null -> null;
            case Arrival.Frame(var text) -> object(text);
            case Arrival.Ended ended -> {
                arrivals.add(ended); // for whoever asks again
                throw new Disappointment("the connection " + ended.how());
            }
        };
    }

    /** The next frame, which has to be of this type. */
    JsonNode expect(String type) throws Disappointment, InterruptedException {
        var frame = next();
        if (!type.equals(frame.path("type").asString(""))) {
            throw new Disappointment("expected %s, got %s".formatted(type, frame));
        }
        return frame;
    }

    /** Goes without a word. */
    void cut() {
        transcript.event(number, "cut by the test");
        socket.abort();
    }

    @Override
    public void close() {
        socket.abort();
    }

    private static JsonNode object(String text) throws Disappointment {
        try {
            var node = Json.mapper().readTree(text);
            if (node.isObject()) {
                return node;
            }
        } catch (JacksonException _) {
            // said below
        }
        throw new Disappointment("a frame is not a JSON object: " + JsonNodeFactory.instance.stringNode(text));
    }

    private static String refusal(@Nullable Throwable cause) {
        return cause instanceof WebSocketHandshakeException refused
                ? "the upgrade was answered with HTTP " + refused.getResponse().statusCode()
                : "nothing can be reached there (%s)".formatted(Objects.toString(cause));
    }

    private static String words(Duration duration) {
        return duration.toMillis() / 1000.0 + " s";
    }

    private final class Ear implements WebSocket.Listener {
        /** A frame may come in parts. */
        private final StringBuilder parts = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            parts.append(data);
            if (last) {
                var text = parts.toString();
                parts.setLength(0);
                transcript.toDevice(number, text);
                arrivals.add(new Arrival.Frame(text));
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            end("was closed with %d %s".formatted(code, reason).strip());
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            end("was cut");
        }

        private void end(String how) {
            transcript.event(number, how);
            arrivals.add(new Arrival.Ended(how));
        }
    }
}
