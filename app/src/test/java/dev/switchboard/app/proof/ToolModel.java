package dev.switchboard.app.proof;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A model's server that speaks the OpenAI protocol, wants tools, and decides by the messages it is sent. */
final class ToolModel implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** One request: all messages, oldest first. */
    record Asked(List<JsonNode> messages) {
        /** How many of its own messages since the last thing a person said asked for tools. */
        int steps() {
            return (int) sincePerson().stream().filter(Asked::wantsTools).count();
        }

        /** What its calls since then gave, in order. */
        List<String> results() {
            return sincePerson().stream()
                    .filter(message -> isFrom(message, "tool"))
                    .map(Asked::text)
                    .toList();
        }

        /** All that people said. */
        List<String> people() {
            return messages.stream()
                    .filter(message -> isFrom(message, "user"))
                    .map(Asked::text)
                    .toList();
        }

        /** Calls of which the request does not tell how they went, which no vendor accepts. */
        List<String> callsWithoutResult() {
            var open = new ArrayList<String>();
            for (var message : messages) {
                message.path("tool_calls")
                        .forEach(call -> open.add(call.get("id").stringValue()));
                if (isFrom(message, "tool")) {
                    open.remove(message.get("tool_call_id").stringValue());
                }
            }
            return open;
        }

        private List<JsonNode> sincePerson() {
            int last = messages.size();
            while (last > 0 && !isFrom(messages.get(last - 1), "user")) {
                last--;
            }
            return messages.subList(last, messages.size());
        }

        private static boolean wantsTools(JsonNode message) {
            return !message.path("tool_calls").isEmpty();
        }

        private static boolean isFrom(JsonNode message, String role) {
            return message.get("role").stringValue().equals(role);
        }

        private static String text(JsonNode message) {
            var content = message.get("content");
            return content.isString()
                    ? content.stringValue()
                    : content.get(0).get("text").stringValue();
        }
    }

    record Call(String tool, ObjectNode arguments) {
        static Call exec(String command) {
            return new Call("exec", Json.mapper().createObjectNode().put("command", command));
        }
    }

    /**
     * What it says to a request.
     *
     * @param hangs whether it falls silent after its first words
     */
    record Said(String thinking, String text, List<Call> calls, boolean hangs) {
        static Said text(String text) {
            return new Said("", text, List.of(), false);
        }

        static Said calls(Call... calls) {
            return new Said("", "", List.of(calls), false);
        }

        Said afterThinking(String thought) {
            return new Said(thought, text, calls, hangs);
        }

        Said thenHanging() {
            return new Said(thinking, text, calls, true);
        }
    }

    private final HttpServer server;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Asked> hanging = new LinkedBlockingQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Function<Asked, Said> script;

    ToolModel(Function<Asked, Said> script) {
        this.script = script;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:%d/v1".formatted(server.getAddress().getPort()));
    }

    /** From now on it speaks like this. */
    void script(Function<Asked, Said> next) {
        script = next;
    }

    /** Every request so far. */
    List<Asked> asked() {
        return asked;
    }

    Asked lastAsked() {
        return asked.getLast();
    }

    /** Waits until it has fallen silent in the middle of an answer. */
    Asked awaitHanging() throws InterruptedException {
        var request = hanging.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        if (request == null) {
            throw new AssertionError("the model does not hang; it was asked " + asked);
        }
        return request;
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = Json.mapper().readTree(exchange.getRequestBody().readAllBytes());
            var request = new Asked(body.get("messages").valueStream().toList());
            asked.add(request);
            var said = script.apply(request);
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            write(exchange.getResponseBody(), said, request);
        } catch (IOException _) {
            // Whoever asked was killed.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(OutputStream out, Said said, Asked request) throws IOException, InterruptedException {
        if (!said.thinking().isEmpty()) {
            out.write(chunk(delta().put("reasoning_content", said.thinking()), "null"));
        }
        if (!said.text().isEmpty()) {
            out.write(chunk(delta().put("content", said.text()), "null"));
        }
        out.flush();
        if (said.hangs()) {
            hanging.add(request);
            closed.await();
            return;
        }
        for (int i = 0; i < said.calls().size(); i++) {
            out.write(chunk(call(i, said.calls().get(i)), "null"));
        }
        out.write(chunk(delta(), said.calls().isEmpty() ? "\"stop\"" : "\"tool_calls\""));
        out.write("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode delta() {
        return Json.mapper().createObjectNode();
    }

    private static ObjectNode call(int index, Call call) {
        var delta = delta();
        var one = delta.putArray("tool_calls").addObject();
        one.put("index", index).put("id", "call_" + UUID.randomUUID()).put("type", "function");
        one.putObject("function")
                .put("name", call.tool())
                .put("arguments", call.arguments().toString());
        return delta;
    }

    private static byte[] chunk(ObjectNode delta, String finish) {
        return ("data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"x\",\"choices\":"
                        + "[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n".formatted(delta, finish))
                .getBytes(StandardCharsets.UTF_8);
    }
}
