package dev.switchboard.core.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened in a session, as it is stored and as every dialect translates it.
 *
 * <p>An event holds all that a frame made from it needs: its own id, the id it pairs with, its parent, its status and
 * duration. A projection sees one event and has no memory. New fields come last and nullable; nothing is renamed.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface RunEvent {

    /** Globally unique; the same on every replay. */
    String id();

    /** How a part of a run ended. */
    enum Status {
        OK,
        ERROR,
        ABORTED;

        @com.fasterxml.jackson.annotation.JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The event that answers a message for good. A message has exactly one. */
    sealed interface Final extends RunEvent permits Answered, Failed {
        String runId();

        String messageId();

        /** What the peer is shown. */
        String text();
    }

    /** A person's message, as admitted. */
    @JsonTypeName("user_message")
    record UserMessage(
            String id,
            String messageId,
            String channelId,
            String peerId,
            @Nullable String userId,
            String text) implements RunEvent {}

    /** A run begins, or begins again after a restart under the same id. */
    @JsonTypeName("run_started")
    record RunStarted(String id, String runId, String messageId, String agent, String model, int attempt)
            implements RunEvent {}

    @JsonTypeName("turn_start")
    record TurnStart(String id, String runId, String correlationId) implements RunEvent {}

    @JsonTypeName("think_start")
    record ThinkStart(String id, String runId, String correlationId, String parentId) implements RunEvent {}

    @JsonTypeName("think_end")
    record ThinkEnd(
            String id,
            String runId,
            String correlationId,
            String parentId,
            String text,
            boolean truncated,
            Status status,
            long durationMs)
            implements RunEvent {}

    /** What was shown of the answer so far no longer counts: the model is being asked again. */
    @JsonTypeName("preview_retracted")
    record PreviewRetracted(String id, String runId, String parentId, String reason) implements RunEvent {}

    @JsonTypeName("turn_end")
    record TurnEnd(String id, String runId, String correlationId, Status status, long durationMs) implements RunEvent {}

    @JsonTypeName("answered")
    record Answered(
            String id,
            String runId,
            String messageId,
            String text,
            @Nullable Tokens usage,
            long durationMs) implements Final {}

    /** The run failed; {@code text} is a sentence for a person, {@code code} a word for a program. */
    @JsonTypeName("failed")
    record Failed(
            String id,
            String runId,
            String messageId,
            String code,
            String text,
            @Nullable Tokens usage,
            long durationMs)
            implements Final {}

    /** What a model said it used. */
    record Tokens(long prompt, long completion) {}
}
