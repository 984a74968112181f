package dev.switchboard.providers.mcp;

import dev.switchboard.core.bound.Total;
import dev.switchboard.json.Json;
import dev.switchboard.providers.Http;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server that is reached over "streamable HTTP": each message is a POST, answered with JSON or a stream of events; what
 * the server has to say by itself comes over a stream it may offer.
 *
 * <p>Thread: a request has a virtual thread of its own, which is interrupted when nobody waits any more; that closes its
 * connection. Whoever listens is interrupted only when the link is closed.
 */
final class HttpLink implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(HttpLink.class);
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration TELLING = Duration.ofSeconds(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final String name;
    private final McpServerSettings.Http settings;
    private final Total toolOutput;
    private final Listener listener;
    private final HttpClient client = Http.client(CONNECT);
    private final AtomicLong ids = new AtomicLong();
    private final AtomicBoolean lost = new AtomicBoolean();
    private volatile @Nullable String session;
    private volatile @Nullable String protocolVersion;
    private volatile @Nullable Thread ear;

    HttpLink(String name, McpServerSettings.Http settings, Total toolOutput, Listener listener) {
        this.name = name;
        this.settings = settings;
        this.toolOutput = toolOutput;
        this.listener = listener;
    }

    @Override
    public JsonNode request(String method, ObjectNode params, Duration limit) throws McpFailed, InterruptedException {
        long id = ids.incrementAndGet();
        ObjectNode message = Messages.request(id, method, params);
        try {
            return within(limit, () -> Messages.result(post(message, id)));
        } catch (TimeoutException e) {
            tell(Messages.cancelled(id, "no answer in time"));
            throw new McpFailed("it did not answer within %d s".formatted(limit.toSeconds()));
        } catch (InterruptedException e) {
            tell(Messages.cancelled(id, "stopped"));
            throw e;
        }
    }

    @Override
    public void greeted(String version, Duration limit) throws McpFailed, InterruptedException {
        protocolVersion = version;
        try {
            // Waited for: it must be there before the next request is.
            within(limit, () -> deliver(Messages.notification("notifications/initialized")));
        } catch (TimeoutException e) {
            throw new McpFailed("it did not answer within %d s".formatted(limit.toSeconds()));
        }
        ear = Thread.ofVirtual().name("mcp-%s-ear".formatted(name)).start(this::listen);
    }

    private <T> T within(Duration limit, Callable<T> work) throws McpFailed, InterruptedException, TimeoutException {
        var task = new FutureTask<>(work);
        Thread.ofVirtual().name("mcp-" + name).start(task);
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            task.cancel(true);
        }
    }

    private McpFailed failure(@Nullable Throwable cause) {
        if (cause instanceof McpFailed failed) {
            return failed;
        }
        if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
            lose("it cannot be reached");
            return new McpFailed("it cannot be reached");
        }
        if (cause instanceof AnswerCut) {
            return new McpFailed.Broken(AnswerCut.WORDS);
        }
        if (cause instanceof IOException) {
            return new McpFailed.Broken("the connection broke");
        }
        throw new IllegalStateException(cause);
    }

    /** The response to the message; whatever else comes with it is dealt with. */
    private JsonNode post(ObjectNode message, long id) throws IOException, InterruptedException, McpFailed {
        HttpResponse<InputStream> response = client.send(posting(message).build(), BodyHandlers.ofInputStream());
        try (var body = counted(response)) {
            requireGood(response);
            response.headers().firstValue("mcp-session-id").ifPresent(given -> session = given);
            if (isEvents(response)) {
                for (String data = body.nextEvent(); data != null; data = body.nextEvent()) {
                    JsonNode received = parse(data);
                    if (Messages.answers(received, id)) {
                        return received;
                    }
                    receive(received);
                }
            } else {
                JsonNode received = parse(body.whole());
                if (Messages.answers(received, id)) {
                    return received;
                }
            }
        }
        throw new McpFailed("it answered without an answer");
    }

    private CountedBody counted(HttpResponse<InputStream> response) {
        return new CountedBody(response.body(), toolOutput, "MCP server " + name);
    }

    private HttpRequest.Builder posting(ObjectNode message) {
        return request()
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(BodyPublishers.ofString(Json.mapper().writeValueAsString(message)));
    }

    private HttpRequest.Builder request() {
        HttpRequest.Builder request = Http.request(settings.url().toString());
        settings.headers().forEach(request::setHeader);
        if (session != null) {
            request.setHeader("Mcp-Session-Id", session);
        }
        if (protocolVersion != null) {
            request.setHeader("MCP-Protocol-Version", protocolVersion);
        }
        return request;
    }

    private void requireGood(HttpResponse<?> response) throws McpFailed {
        int status = response.statusCode();
        if (status == 404 && session != null) {
            lose("it has ended the session");
            throw new McpFailed.Forgotten();
        }
        if (status == 401 || status == 403) {
            throw new McpFailed(
                    "it refused with %d: its headers in the configuration need a valid token".formatted(status));
        }
        if (status / 100 != 2) {
            throw new McpFailed("it answered %d".formatted(status));
        }
    }

    private static boolean isEvents(HttpResponse<?> response) {
        return response.headers().firstValue("content-type").orElse("").startsWith("text/event-stream");
    }

    private static JsonNode parse(String json) throws McpFailed {
        try {
            return Json.mapper().readTree(json);
        } catch (JacksonException e) {
            throw new McpFailed("it answered with something that is no JSON");
        }
    }

    private void receive(JsonNode message) {
        if (Messages.isToolsChanged(message)) {
            listener.toolsChanged();
        } else {
            Messages.reply(message).ifPresent(this::tell);
        }
    }

    /** Says something that has no answer, and does not wait for it to arrive. */
    private void tell(ObjectNode message) {
        Thread.ofVirtual().name("mcp-" + name).start(() -> {
            try {
                deliver(message);
            } catch (IOException | McpFailed e) {
                LOG.atDebug().addKeyValue("server", name).log("a message could not be delivered");
            } catch (InterruptedException e) {
                throw new AssertionError("nobody knows this thread", e);
            }
        });
    }

    private int deliver(ObjectNode message) throws IOException, InterruptedException, McpFailed {
        HttpResponse<?> response = client.send(posting(message).timeout(TELLING).build(), BodyHandlers.discarding());
        requireGood(response);
        return response.statusCode();
    }

    /** Keeps the stream open over which the server speaks unasked, if it has one. */
    private void listen() {
        Duration pause = Duration.ofSeconds(1);
        try {
            while (!lost.get()) {
                try {
                    if (!hear()) {
                        return;
                    }
                    pause = Duration.ofSeconds(1);
                } catch (IOException e) {
                    // Broken, or cut because of what it said: it may have something else to say.
                    pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
                } catch (McpFailed e) {
                    return;
                }
                Thread.sleep(pause);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    /** False if the server offers no such stream. */
    private boolean hear() throws IOException, InterruptedException, McpFailed {
        HttpResponse<InputStream> response = client.send(
                request().header("Accept", "text/event-stream").GET().build(), BodyHandlers.ofInputStream());
        try (var body = counted(response)) {
            if (response.statusCode() >= 500) {
                throw new IOException("it answered " + response.statusCode());
            }
            if (response.statusCode() != 200 || !isEvents(response)) {
                return false;
            }
            for (String data = body.nextEvent(); data != null; data = body.nextEvent()) {
                receiveUnasked(data);
            }
            return true;
        }
    }

    private void receiveUnasked(String data) {
        try {
            receive(parse(data));
        } catch (McpFailed e) { // nobody waits for it, and what comes after may make sense
            LOG.atWarn().addKeyValue("server", name).log("an event of an MCP server is no JSON and was skipped");
        }
    }

    private void lose(String reason) {
        if (lost.compareAndSet(false, true)) {
            listener.lost(this, reason);
        }
    }

    @Override
    public void close() {
        lose("it was closed");
        Thread listening = ear;
        if (listening != null) {
            listening.interrupt();
        }
        if (session != null) {
            endSession();
        }
    }

    /** Tells the server that it need not remember us; best effort, since it forgets by itself in time. */
    private void endSession() {
        HttpRequest request = request().timeout(TELLING).DELETE().build();
        client.sendAsync(request, BodyHandlers.discarding());
    }
}
