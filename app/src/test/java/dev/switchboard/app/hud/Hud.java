package dev.switchboard.app.hud;

import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Somebody who looks at a session, or stands in the lobby: keeps every frame it was sent. */
final class Hud implements AutoCloseable {
    final List<JsonNode> frames = new ArrayList<>();
    private final Device socket;
    private int read;

    Hud(URI uri, Map<String, String> headers) {
        this.socket = Device.open(uri, headers);
    }

    Hud send(String json) {
        socket.send(json);
        return this;
    }

    Hud say(String id, String text) {
        socket.message(id, text);
        return this;
    }

    Hud say(String id, String text, String mode) {
        return send(Json.mapper()
                .createObjectNode()
                .put("type", "message")
                .put("message_id", id)
                .put("text", text)
                .put("mode", mode)
                .toString());
    }

    /** The next frame like this; what comes before it is passed over and kept. */
    JsonNode next(Predicate<JsonNode> wanted) throws InterruptedException {
        while (true) {
            while (read < frames.size()) {
                var frame = frames.get(read++);
                if (wanted.test(frame)) {
                    return frame;
                }
            }
            frames.add(socket.next());
        }
    }

    JsonNode next(String type) throws InterruptedException {
        return next(frame -> type(frame).equals(type));
    }

    JsonNode event(String event) throws InterruptedException {
        return next(frame -> frame.path("event").asString("").equals(event));
    }

    JsonNode received(String subtype) throws InterruptedException {
        return next(frame -> frame.path("subtype").asString("").equals(subtype));
    }

    /** Reads on until the answer is there, whichever comes last of it and the end of its turn. */
    JsonNode answered(String messageId) throws InterruptedException {
        int from = read;
        var answer = next(frame -> type(frame).equals("message")
                && frame.path("message_id").asString("").equals(messageId)
                && frame.has("finish_reason"));
        while (frames.subList(from, frames.size()).stream()
                .noneMatch(frame -> frame.path("event").asString("").equals("turn_end"))) {
            frames.add(socket.next());
        }
        read = frames.size();
        return answer;
    }

    /** Says it and waits for its end. */
    JsonNode ask(String id, String text) throws InterruptedException {
        return say(id, text).answered(id);
    }

    /** Everything that is sent until an answer to this: what is not there then was not sent before it. */
    Hud settle() throws InterruptedException {
        send("{\"type\":\"ping\"}");
        next("pong");
        return this;
    }

    /** The activity so far. */
    List<JsonNode> activity() {
        return frames.stream().filter(frame -> type(frame).equals("hud")).toList();
    }

    JsonNode only(String event) {
        var found = activity().stream()
                .filter(frame -> frame.get("event").stringValue().equals(event))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(event + " came " + found.size() + " times: " + frames);
        }
        return found.getFirst();
    }

    List<JsonNode> of(String type) {
        return frames.stream().filter(frame -> type(frame).equals(type)).toList();
    }

    static String type(JsonNode frame) {
        return frame.get("type").stringValue();
    }

    static String text(JsonNode json, String field) {
        return json.path(field).asString("");
    }

    int closeCode() throws InterruptedException {
        return socket.closeCode();
    }

    /** Frames that came before it was closed. */
    Hud drained() throws InterruptedException {
        closeCode();
        for (var frame = socket.poll(); frame != null; frame = socket.poll()) {
            frames.add(Json.mapper().readTree(frame));
        }
        return this;
    }

    void cut() {
        socket.cut();
    }

    @Override
    public void close() {
        socket.close();
    }
}
