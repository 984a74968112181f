package dev.switchboard.providers.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A small MCP server over HTTP that keeps what it was sent. */
final class HttpMcpServer implements AutoCloseable {
    enum Answers {
        JSON,
        EVENTS
    }

    record Received(String method, String body, Map<String, String> headers) {
        @Nullable
        String header(String name) {
            return headers.get(name.toLowerCase(Locale.ROOT));
        }
    }

    private static final String CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    /** More than a mebibyte takes of what all answers may, together or alone. */
    private static final int MUCH = 1 << 20;

    /** And what takes three quarters of it. */
    static final int PART = 3 * 64 * 1024;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final List<String> replies = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> unasked = new LinkedBlockingQueue<>();
    private final AtomicInteger sessions = new AtomicInteger();
    private final AtomicInteger listeners = new AtomicInteger();
    private volatile String session = "";
    private volatile boolean grown;
    volatile Answers answers = Answers.JSON;
    volatile int status = 200;
    /** Whether it offers a stream of its own. */
    volatile boolean speaks;

    HttpMcpServer() {
        this(0);
    }

    HttpMcpServer(int port) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/mcp", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:%d/mcp".formatted(port());
    }

    List<Received> received() {
        return List.copyOf(received);
    }

    /** How often somebody came to hear what it says unasked. */
    int listeners() {
        return listeners.get();
    }

    List<String> replies() {
        return List.copyOf(replies);
    }

    void forget() {
        session = "forgotten";
    }

    void say(String message) {
        unasked.add(message);
    }

    void sayMuch() {
        say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":\"%s\"}".formatted("x".repeat(MUCH)));
    }

    void growAndSay() {
        grown = true;
        say(CHANGED);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            switch (exchange.getRequestMethod()) {
                case "POST" -> post(exchange);
                case "GET" -> speak(exchange);
                default -> exchange.sendResponseHeaders(204, -1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void post(HttpExchange exchange) throws IOException, InterruptedException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        JsonNode message = Json.mapper().readTree(body);
        String method = message.path("method").asString("");
        if (method.isEmpty()) {
            replies.add(body);
            exchange.sendResponseHeaders(202, -1);
            return;
        }
        received.add(new Received(method, body, headers(exchange)));
        boolean first = method.equals("initialize");
        if (status != 200) {
            exchange.sendResponseHeaders(status, -1);
        } else if (!first && !session.equals(exchange.getRequestHeaders().getFirst("Mcp-Session-Id"))) {
            exchange.sendResponseHeaders(404, -1);
        } else if (!message.has("id")) {
            exchange.sendResponseHeaders(202, -1);
        } else {
            if (first) {
                session = "session-" + sessions.incrementAndGet();
                exchange.getResponseHeaders().add("Mcp-Session-Id", session);
            }
            answer(exchange, message);
        }
    }

    private void answer(HttpExchange exchange, JsonNode message) throws IOException, InterruptedException {
        String tool = message.path("params").path("name").asString("");
        String result =
                switch (message.path("method").asString("")) {
                    case "initialize" -> "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}";
                    case "tools/list" -> "{\"tools\":[" + tools() + "]}";
                    default ->
                        "{\"content\":[{\"type\":\"text\",\"text\":%s}]}"
                                .formatted(
                                        message.path("params").path("arguments").path("text"));
                };
        String response = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(message.path("id"), result);
        switch (tool) {
            case "hang" -> hang(exchange);
            case "much" -> send(exchange, "application/json", response.replace("hällo", "x".repeat(MUCH)));
            case "slow" -> begin(exchange);
            case "nonsense" -> send(exchange, "application/json", "<html>");
            case "cut" ->
                send(exchange, "text/event-stream", ": a comment\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\n");
            case "grow" -> {
                grown = true;
                String ping = "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}";
                send(
                        exchange,
                        "text/event-stream",
                        "id: 1\ndata: %s\n\ndata: %s\r\n\r\nevent: message\ndata: %s\n\n"
                                .formatted(ping, CHANGED, response));
            }
            default -> {
                boolean events = answers == Answers.EVENTS;
                send(
                        exchange,
                        events ? "text/event-stream" : "application/json",
                        events ? "data: " + response + "\n\n" : response);
            }
        }
    }

    private String tools() {
        return Stream.of("echo", "hang", "much", "slow", "nonsense", "cut", "grow", "grown")
                .filter(name -> grown || !name.equals("grown"))
                .map("{\"name\":\"%s\"}"::formatted)
                .collect(Collectors.joining(","));
    }

    /** Begins and never ends. */
    private static void hang(HttpExchange exchange) throws IOException, InterruptedException {
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        Thread.sleep(60_000);
    }

    /** Says a good part of its answer and never the rest. */
    private static void begin(HttpExchange exchange) throws IOException, InterruptedException {
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(new byte[PART]);
        exchange.getResponseBody().flush();
        Thread.sleep(60_000);
    }

    private void speak(HttpExchange exchange) throws IOException, InterruptedException {
        if (!speaks) {
            exchange.sendResponseHeaders(405, -1);
            return;
        }
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        out.flush();
        listeners.incrementAndGet();
        for (String message = unasked.poll(30, TimeUnit.SECONDS);
                message != null;
                message = unasked.poll(30, TimeUnit.SECONDS)) {
            out.write(("data: " + message + "\n\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    private static void send(HttpExchange exchange, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static Map<String, String> headers(HttpExchange exchange) {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        return headers;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
