package dev.switchboard.client;

import dev.switchboard.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A frame as a device hears it. Whoever wrote the server, what is missing is missing and what is unknown is
 * {@link Nothing}: a device ignores what it does not understand.
 */
sealed interface Heard {
    record Connected(@Nullable String sessionId) implements Heard {}

    record Ack(
            String messageId,
            boolean accepted,
            boolean duplicate,
            boolean pending,
            @Nullable String reply,
            @Nullable String runId,
            @Nullable String finishReason,
            @Nullable String code,
            @Nullable String error)
            implements Heard {}

    record Reply(
            String messageId,
            String text,
            @Nullable String runId,
            @Nullable String finishReason) implements Heard {}

    record Word(
            String messageId,
            String code,
            String text,
            @Nullable String approvalId,
            @Nullable String expiresAt) implements Heard {}

    record Failure(String error, @Nullable String messageId) implements Heard {}

    record Pong() implements Heard {}

    record Nothing(String why) implements Heard {}

    static Heard in(String frame) {
        JsonNode json;
        try {
            json = Json.mapper().readTree(frame);
        } catch (JacksonException e) {
            return new Nothing("a frame that is not JSON");
        }
        var type = text(json, "type");
        var id = text(json, "message_id");
        return switch (type == null ? "" : type) {
            case "connected" -> new Connected(text(json, "session_id"));
            case "ack" -> id == null ? new Nothing("an ack without message_id") : ack(json, id);
            case "message" -> reply(json, id);
            case "notice" -> word(json, id);
            case "pong" -> new Pong();
            case "error" -> {
                var error = text(json, "error");
                yield new Failure(error == null ? "an error without words" : error, id);
            }
            default -> new Nothing("a frame of an unknown type");
        };
    }

    private static Heard ack(JsonNode json, String id) {
        return new Ack(
                id,
                json.path("accepted").asBoolean(false),
                json.path("duplicate").asBoolean(false),
                json.path("pending").asBoolean(true),
                text(json, "reply"),
                text(json, "run_id"),
                text(json, "finish_reason"),
                text(json, "code"),
                text(json, "error"));
    }

    private static Heard reply(JsonNode json, @Nullable String id) {
        var role = text(json, "role");
        var text = text(json, "text");
        if (id == null || text == null || !(role == null || role.equals("assistant"))) {
            return new Nothing("a message that is no answer");
        }
        return new Reply(id, text, text(json, "run_id"), text(json, "finish_reason"));
    }

    private static Heard word(JsonNode json, @Nullable String id) {
        var code = text(json, "code");
        var text = text(json, "text");
        if (id == null || code == null || text == null) {
            return new Nothing("a notice that says nothing");
        }
        return new Word(id, code, text, text(json, "approval_id"), text(json, "expires_at"));
    }

    private static @Nullable String text(JsonNode json, String field) {
        var value = json.path(field);
        return value.isString() ? value.stringValue() : null;
    }
}
