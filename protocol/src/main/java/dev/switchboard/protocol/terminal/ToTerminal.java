package dev.switchboard.protocol.terminal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** A frame the gateway sends to a device. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface ToTerminal {

    @JsonTypeName("connected")
    record Connected(String channelId, String sessionId) implements ToTerminal {}

    /**
     * The answer to a {@code message}, sent after it is on disk. {@code reply}, {@code runId} and {@code finishReason}
     * are there when a duplicate was already answered; {@code code} and {@code error} when it was refused, its id
     * was used for another text, or its answer is no longer kept.
     */
    @JsonTypeName("ack")
    record Ack(
            String messageId,
            String sessionId,
            boolean accepted,
            @Nullable Boolean duplicate,
            @Nullable Boolean pending,
            @Nullable String reply,
            @Nullable String runId,
            @Nullable String finishReason,
            @Nullable String code,
            @Nullable String error)
            implements ToTerminal {

        public static Ack accepted(String messageId, String sessionId) {
            return new Ack(messageId, sessionId, true, null, null, null, null, null, null, null);
        }

        /** A duplicate whose run is not over. */
        public static Ack pending(String messageId, String sessionId, @Nullable String code) {
            return new Ack(messageId, sessionId, false, true, true, null, null, null, code, null);
        }

        /** A duplicate that has its answer already. */
        public static Ack answered(
                String messageId,
                String sessionId,
                String reply,
                String runId,
                String finishReason,
                @Nullable String code) {
            return new Ack(messageId, sessionId, false, true, false, reply, runId, finishReason, code, null);
        }

        /** A duplicate whose conversation was reset: {@code reply} says so in place of the answer. */
        public static Ack forgotten(String messageId, String sessionId, String reply) {
            return new Ack(messageId, sessionId, false, true, false, reply, null, "error", "forgotten", null);
        }

        /** Nothing was recorded: the same id may be sent again. */
        public static Ack refused(String messageId, String sessionId, String code, String error) {
            return new Ack(messageId, sessionId, false, null, null, null, null, null, code, error);
        }
    }

    @JsonTypeName("message")
    record Reply(String role, String messageId, String runId, String text, String finishReason) implements ToTerminal {
        public static Reply assistant(String messageId, String runId, String text, String finishReason) {
            return new Reply("assistant", messageId, runId, text, finishReason);
        }
    }

    /**
     * A word about a message before its answer, for devices that list the capability {@code notices}. Nobody answers it.
     *
     * @param code {@code waiting_for_approval} or {@code approval_resolved}; more may come
     * @param text a sentence for a person
     * @param expiresAt when the wait ends by itself, as ISO time
     */
    @JsonTypeName("notice")
    record Notice(
            String messageId,
            String code,
            String text,
            @Nullable String approvalId,
            @Nullable String expiresAt) implements ToTerminal {}

    @JsonTypeName("pong")
    record Pong() implements ToTerminal {}

    @JsonTypeName("error")
    record Failure(
            String error,
            @Nullable String messageId,
            @Nullable String code) implements ToTerminal {}
}
