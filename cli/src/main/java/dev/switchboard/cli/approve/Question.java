package dev.switchboard.cli.approve;

import dev.switchboard.protocol.board.ToBoard.ApprovalRequired;
import dev.switchboard.protocol.hud.AskedCall;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One thing that waits, as the gateway tells it.
 *
 * @param json all of it
 * @param expiresAt null if the gateway did not say it in a way we know
 */
public record Question(
        String id,
        String session,
        String tool,
        JsonNode arguments,
        String effect,
        String reason,
        @Nullable Instant expiresAt,
        JsonNode json) {
    private static final String PREFIX = "approval-";
    /** Of an id, when that is enough to tell it from others. */
    private static final int SHORT = 8;

    public static Question of(JsonNode json) {
        var call = json.path("tool_call");
        return new Question(
                json.path("approval_id").asString(""),
                json.path("session_id").asString(""),
                call.path("name").asString(""),
                call.path("arguments"),
                json.path("effect").asString(""),
                json.path("reason").asString(""),
                instant(json.path("expires_at").asString("")),
                json);
    }

    /** What a board is asked; it is told neither the session nor the effect, but a command is one by its tool. */
    public static Question of(ApprovalRequired asked, Instant now) {
        var call = asked.toolCall();
        return new Question(
                asked.approvalId(),
                "",
                call.name(),
                call.arguments(),
                call.name().equals("exec") ? "execute" : "",
                asked.reason(),
                asked.timeoutMs() == null ? null : now.plusMillis(asked.timeoutMs()),
                call.arguments());
    }

    /** What somebody who looks at a session or at the lobby is asked; a command is one by its tool. */
    public static Question of(String id, String session, AskedCall call, String reason, String expiresAt) {
        return new Question(
                id,
                session,
                call.name(),
                call.arguments(),
                call.name().equals("exec") ? "execute" : "",
                reason,
                instant(expiresAt),
                call.arguments());
    }

    /** Without what all of them begin with. */
    String bareId() {
        return bare(id);
    }

    static String bare(String id) {
        return id.startsWith(PREFIX) ? id.substring(PREFIX.length()) : id;
    }

    /** As the gateway names it. */
    static String whole(String id) {
        return PREFIX + bare(id);
    }

    /** As short as it can be named among others. */
    public String shortId(Iterable<Question> others) {
        var bare = bareId();
        int length = Math.min(SHORT, bare.length());
        for (var other : others) {
            if (!other.id().equals(id)) {
                while (length < bare.length() && other.bareId().startsWith(bare.substring(0, length))) {
                    length++;
                }
            }
        }
        return bare.substring(0, length);
    }

    private static @Nullable Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
