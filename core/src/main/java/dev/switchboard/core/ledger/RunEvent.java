package dev.switchboard.core.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Plan;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

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

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The event that answers a message for good. A message has exactly one. */
    sealed interface Final extends RunEvent permits Answered, Failed, Stopped {
        String runId();

        String messageId();

        /** What the peer is shown. */
        String text();
    }

    /**
     * A person's message, as admitted.
     *
     * @param text empty if it came without one
     * @param format what it came in then, such as {@code audio/wav}: a {@link Transcription} says its text
     */
    @JsonTypeName("user_message")
    record UserMessage(
            String id,
            String messageId,
            String channelId,
            String peerId,
            @Nullable String userId,
            String text,
            @Nullable String format)
            implements RunEvent {
        public UserMessage(
                String id, String messageId, String channelId, String peerId, @Nullable String userId, String text) {
            this(id, messageId, channelId, peerId, userId, text, null);
        }
    }

    /**
     * The text of a message that came without one, once and for good.
     *
     * @param messageSeq the number of the message
     */
    @JsonTypeName("transcription")
    record Transcription(
            String id,
            String runId,
            String parentId,
            String messageId,
            long messageSeq,
            String text,
            String format,
            long durationMs)
            implements RunEvent {}

    /**
     * A run begins, or begins again after a restart under the same id.
     *
     * @param messageSeq the number of the message, since two of a session may have one id; null in what an older gateway
     *     has recorded
     */
    @JsonTypeName("run_started")
    record RunStarted(
            String id,
            String runId,
            String messageId,
            String agent,
            String model,
            int attempt,
            @Nullable Long messageSeq)
            implements RunEvent {
        public RunStarted(String id, String runId, String messageId, String agent, String model, int attempt) {
            this(id, runId, messageId, agent, model, attempt, null);
        }
    }

    /** @param messageId the message the run answers; null in what an older gateway has recorded */
    @JsonTypeName("turn_start")
    record TurnStart(
            String id,
            String runId,
            String correlationId,
            @Nullable String messageId) implements RunEvent {}

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

    /**
     * One question to a model is over. {@code text} is what it said beside its calls; nothing if its words are the answer,
     * or were cut off: then the final event has them.
     *
     * @param step counted from 1 within the run
     * @param saidId the id the message had from before its first word; null if the final event ends that message
     * @param silentMs how long it said nothing, thought nothing and called nothing
     * @param status null in what an older gateway has recorded, which is only what went well
     */
    @JsonTypeName("model_end")
    record ModelEnd(
            String id,
            String runId,
            String parentId,
            int step,
            String text,
            @Nullable Tokens usage,
            @Nullable Long costMicros,
            long durationMs,
            @Nullable String saidId,
            @Nullable Long silentMs,
            @Nullable Status status)
            implements RunEvent {

        /** Whether the final event follows, and tells all there is to tell but the time it took. */
        public boolean comesBeforeTheEnd() {
            return status != null && saidId == null;
        }
    }

    /** A call begins; {@code args} are what a person wants to see of its arguments. */
    @JsonTypeName("tool_start")
    record ToolStart(String id, String runId, String correlationId, String parentId, String tool, ObjectNode args)
            implements RunEvent {}

    /** A call ended, with as much of its result as is shown; {@code GET /api/events/{id}/result} gives all of it. */
    @JsonTypeName("tool_end")
    record ToolEnd(
            String id,
            String runId,
            String correlationId,
            String parentId,
            String tool,
            ObjectNode args,
            ObjectNode result,
            Status status,
            long durationMs)
            implements RunEvent {}

    /** Somebody has to allow a call; {@code args} are all of its arguments. */
    @JsonTypeName("approval_required")
    record ApprovalRequired(
            String id,
            String runId,
            String approvalId,
            String correlationId,
            String parentId,
            String tool,
            ObjectNode args,
            Effect effect,
            String reason,
            Instant expiresAt)
            implements RunEvent {}

    /**
     * Allowed or not, for good. {@code code} says why nobody did: {@code approval_timeout} or {@code stopped}.
     *
     * @param by who answered; null if nobody did
     * @param durationMs how long it waited
     * @param args all arguments of the call
     */
    @JsonTypeName("approval_resolved")
    record ApprovalResolved(
            String id,
            String runId,
            String approvalId,
            String correlationId,
            String parentId,
            String tool,
            boolean approved,
            @Nullable String reason,
            @Nullable String code,
            @Nullable By by,
            @Nullable Long durationMs,
            @Nullable ObjectNode args)
            implements RunEvent {}

    /**
     * Who did something.
     *
     * @param name of the token that was shown
     * @param deviceId what it came from, where that has a name
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record By(String name, @Nullable String deviceId) {}

    /** The agent moved the steps of its plan. */
    @JsonTypeName("plan_changed")
    record PlanChanged(String id, String runId, String parentId, Plan plan) implements RunEvent {}

    /** A message for a run that is under way was taken in. */
    @JsonTypeName("injected")
    record Injected(String id, String runId, String messageId, String mode, String text) implements RunEvent {}

    /** The run has taken up messages it was sent; the model hears of them next. */
    @JsonTypeName("injections_taken")
    record InjectionsTaken(String id, String runId, String parentId, List<String> messageIds) implements RunEvent {}

    /**
     * A control action was taken in: {@code stop}, {@code kill}, {@code agent_switch}, {@code handover},
     * {@code new_session}, …
     *
     * @param label what older gateways have said of it; the words for it are the dialect's
     */
    @JsonTypeName("received")
    record Received(
            String id,
            @Nullable String runId,
            String subtype,
            @Nullable String label,
            @Nullable ObjectNode payload) implements RunEvent {
        public Received(String id, @Nullable String runId, String subtype, @Nullable ObjectNode payload) {
            this(id, runId, subtype, null, payload);
        }

        /** Why somebody stopped a run, in the payload. */
        public static final String REASON = "reason";

        /** The session is begun anew: of what lies before it nothing is left. */
        public static final String NEW_SESSION = "new_session";
    }

    /** What was said up to the event {@code through}, in short: from here on the model is told this instead. */
    @JsonTypeName("summarised")
    record Summarised(String id, long through, String text) implements RunEvent {}

    @JsonTypeName("answered")
    record Answered(
            String id,
            String runId,
            String messageId,
            String text,
            @Nullable Tokens usage,
            long durationMs,
            @Nullable Account account,
            @Nullable String saidId)
            implements Final {
        public Answered(
                String id, String runId, String messageId, String text, @Nullable Tokens usage, long durationMs) {
            this(id, runId, messageId, text, usage, durationMs, null, null);
        }
    }

    /**
     * The run failed; {@code text} is a sentence for a person, {@code code} a word for a program.
     *
     * @param partial what the model had said until then, if anything
     * @param saidId the id of that message
     */
    @JsonTypeName("failed")
    record Failed(
            String id,
            String runId,
            String messageId,
            String code,
            String text,
            @Nullable Tokens usage,
            long durationMs,
            @Nullable String partial,
            @Nullable Account account,
            @Nullable String saidId)
            implements Final {
        public Failed(
                String id,
                String runId,
                String messageId,
                String code,
                String text,
                @Nullable Tokens usage,
                long durationMs) {
            this(id, runId, messageId, code, text, usage, durationMs, null, null, null);
        }
    }

    /**
     * Somebody stopped the run; {@code text} is what it had said until then, or a sentence if that was nothing.
     *
     * @param saidId the id of the message that was cut off, if anything was said
     */
    @JsonTypeName("stopped")
    record Stopped(
            String id,
            String runId,
            String messageId,
            String text,
            @Nullable String partial,
            @Nullable String reason,
            @Nullable Tokens usage,
            long durationMs,
            @Nullable Account account,
            @Nullable String saidId)
            implements Final {}

    /** What a model said it used. */
    record Tokens(long prompt, long completion) {}

    /**
     * What a run that used tools came to.
     *
     * @param steps how often the model was asked
     * @param costMicros in millionths of a dollar, where a price is known
     * @param files what the run wrote, relative to the workspace
     * @param plan as it stands at the end, if the run moved it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Account(
            int steps,
            @Nullable Long costMicros,
            @Nullable List<String> files,
            @Nullable Plan plan) {}
}
