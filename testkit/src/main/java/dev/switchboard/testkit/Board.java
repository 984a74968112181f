package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A task board: sends payloads in envelopes, waits for messages. */
public final class Board implements AutoCloseable {
    private final Device socket;
    private final JsonNode welcome;

    private Board(Device socket) throws InterruptedException {
        this.socket = socket;
        this.welcome = socket.next();
        assertThat(welcome.get("type").stringValue()).isEqualTo("connection:welcome");
    }

    /** Opens a socket and waits for the welcome. */
    public static Board open(URI uri) throws InterruptedException {
        return new Board(Device.open(uri));
    }

    public static Board open(URI uri, Map<String, String> headers) throws InterruptedException {
        return new Board(Device.open(uri, headers));
    }

    /** Opens a socket and logs in with all the token has. */
    public static Board login(URI uri, String token) throws InterruptedException {
        var board = open(uri);
        board.send("connection:auth", """
            {"device_id":"board-%s","token":"%s","role":"operator","scopes":["*"]}
            """.formatted(UUID.randomUUID(), token));
        board.next("connection:authenticated");
        return board;
    }

    public JsonNode welcome() {
        return welcome.get("payload");
    }

    /** Returns the id of the envelope. */
    public String send(String type, String payload) {
        var id = UUID.randomUUID().toString();
        send(type, id, payload);
        return id;
    }

    public void send(String type, String id, String payload) {
        var frame = Json.mapper().createObjectNode();
        frame.put("type", type).put("id", id).put("timestamp", "2026-11-16T10:30:00.000Z");
        frame.set("payload", Json.mapper().readTree(payload));
        socket.send(frame.toString());
    }

    public void sendText(String text) {
        socket.send(text);
    }

    /** The next message, envelope and all. */
    public JsonNode next() throws InterruptedException {
        return socket.next();
    }

    public @Nullable JsonNode next(Duration patience) throws InterruptedException {
        return socket.next(patience);
    }

    /** The next message of this type, envelope and all; others before it are let pass. */
    public JsonNode next(String type) throws InterruptedException {
        return socket.next(type);
    }

    /** The payload of the next message of this type. */
    public JsonNode payload(String type) throws InterruptedException {
        return next(type).get("payload");
    }

    /** Submits a task and returns its id. */
    public String submit(String payload) throws InterruptedException {
        send("task:submit", payload);
        return payload("task:started").get("task_id").stringValue();
    }

    public int closeCode() throws InterruptedException {
        return socket.closeCode();
    }

    public boolean isClosed() {
        return socket.isClosed();
    }

    public void cut() {
        socket.cut();
    }

    @Override
    public void close() {
        socket.close();
    }
}
