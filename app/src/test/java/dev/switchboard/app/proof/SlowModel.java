package dev.switchboard.app.proof;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** A model's server that speaks the OpenAI protocol and takes its time: the answer comes word by word. */
public final class SlowModel implements AutoCloseable {
    private static final int WORDS = 8;

    private final HttpServer server;
    private final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile Function<String, Duration> pace;

    /** @param perAnswer from the first word to the last */
    public SlowModel(Duration perAnswer) {
        this.pace = _ -> perAnswer;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:%d/v1".formatted(server.getAddress().getPort()));
    }

    public void takes(Duration perAnswer) {
        pace = _ -> perAnswer;
    }

    /** @param perQuestion how long the answer to this question takes */
    void takes(Function<String, Duration> perQuestion) {
        pace = perQuestion;
    }

    /** What it was asked so far, the newest user message of each request. */
    public List<String> asked() {
        return asked;
    }

    /** Waits until an answer has begun and is not yet complete; returns what was asked. */
    public String awaitBegun() throws InterruptedException {
        var question = begun.poll(60, TimeUnit.SECONDS);
        if (question == null) {
            throw new AssertionError("the model was not asked");
        }
        return question;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var question =
                    question(Json.mapper().readTree(exchange.getRequestBody().readAllBytes()));
            asked.add(question);
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            var out = exchange.getResponseBody();
            for (int word = 0; word < WORDS; word++) {
                out.write(chunk(word == 0 ? "you said: " + question : " …", "null"));
                out.flush();
                if (word == 0) {
                    begun.add(question);
                }
                Thread.sleep(pace.apply(question).dividedBy(WORDS));
            }
            out.write(chunk("", "\"stop\""));
            out.write("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // Whoever asked was killed.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] chunk(String text, String finish) {
        var delta = Json.mapper().createObjectNode().put("content", text);
        return ("data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"x\",\"choices\":"
                        + "[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n".formatted(delta, finish))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String question(JsonNode request) {
        var messages = request.get("messages");
        var content = messages.get(messages.size() - 1).get("content");
        return content.isString()
                ? content.stringValue()
                : content.get(0).get("text").stringValue();
    }
}
