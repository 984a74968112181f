package dev.switchboard.protocol.hud;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One thing an agent did, or that was done to it. What begins and ends comes as two events with one {@code
 * correlationId}; what happens inside a turn names it as its {@code parentId}.
 *
 * <p>The same event has the same {@code id}, {@code ts} and duration whenever it is shown; {@code replay} says that it had
 * happened before. {@code seq} is its number in the session, what a client comes back with.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"type", "id", "correlationId", "parentId"})
public sealed interface HudEvent {
    String TYPE = "hud";

    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    default String type() {
        return TYPE;
    }

    String id();

    /** Milliseconds since 1970. */
    long ts();

    /** Its number in the session; absent in what is of the connection. */
    @Nullable
    Long seq();

    /** True if it had happened when this client came; else absent. */
    @Nullable
    Boolean replay();

    /** @param runId the run it is a turn of */
    @JsonTypeName("turn_start")
    record TurnStart(
            String id,
            String correlationId,
            @Nullable String runId,
            @Nullable String messageId,
            long ts,
            @Nullable Long seq,
            @Nullable Boolean replay)
            implements HudEvent {}

    /** @param status {@code ok}, {@code error} or {@code aborted} */
    @JsonTypeName("turn_end")
    record TurnEnd(
            String id,
            String correlationId,
            String status,
            long durationMs,
            long ts,
            @Nullable Long seq,
            @Nullable Boolean replay)
            implements HudEvent {}

    @JsonTypeName("think_start")
    record ThinkStart(
            String id,
            String correlationId,
            String parentId,
            long ts,
            @Nullable Long seq,
            @Nullable Boolean replay) implements HudEvent {}

    /** @param truncated whether there was more than {@code text} has */
    @JsonTypeName("think_end")
    record ThinkEnd(
            String id,
            String correlationId,
            String parentId,
            String text,
            boolean truncated,
            String status,
            long durationMs,
            long ts,
            @Nullable Long seq,
            @Nullable Boolean replay)
            implements HudEvent {}

    @JsonTypeName("tool_start")
    record ToolStart(
            String id,
            String correlationId,
            String parentId,
            String tool,
            ObjectNode args,
            long ts,
            @Nullable Long seq,
            @Nullable Boolean replay)
            implements HudEvent {}

    /** @param result in the shape of its tool; {@code GET /api/events/{id}/result} gives what was cut off */
    @JsonTypeName("tool_end")
    record ToolEnd(
            String id,
            String correlationId,
            String parentId,
            String tool,
            ObjectNode result,
            String status,
            long durationMs,
            long ts,
            @Nullable Long seq,
            @Nullable Boolean replay)
            implements HudEvent {}

    /**
     * Somebody has to allow a call.
     *
     * @param correlationId the approval's id
     * @param expiresAt as ISO time
     */
    @JsonTypeName("approval_start")
    record ApprovalStart(
            String id,
            String correlationId,
            String parentId,
            String tool,
            ObjectNode args,
            String reason,
            String expiresAt,
            long ts,
            @Nullable Long seq,
            @Nullable Boolean replay)
            implements HudEvent {}

    /**
     * @param args absent in what an older gateway has recorded
     * @param by who answered; absent when nobody did
     * @param status {@code ok} if somebody answered, {@code error} if nobody did in time, {@code aborted} if it was
     *     withdrawn
     */
    @JsonTypeName("approval_end")
    record ApprovalEnd(
            String id,
            String correlationId,
            String parentId,
            String tool,
            @Nullable ObjectNode args,
            boolean approved,
            @Nullable String reason,
            @Nullable By by,
            String status,
            @Nullable Long durationMs,
            long ts,
            @Nullable Long seq,
            @Nullable Boolean replay)
            implements HudEvent {}

    /** A question to a model is over. {@code silentMs} of its time nothing came. */
    @JsonTypeName("model_end")
    record ModelEnd(
            String id,
            String parentId,
            @Nullable String status,
            long durationMs,
            @Nullable Long silentMs,
            long ts,
            @Nullable Long seq,
            @Nullable Boolean replay)
            implements HudEvent {}

    /** A stage of a spoken turn is over: {@code transcription}. */
    @JsonTypeName("stage_end")
    record StageEnd(
            String id,
            String parentId,
            String stage,
            long durationMs,
            long ts,
            @Nullable Long seq,
            @Nullable Boolean replay)
            implements HudEvent {}

    /**
     * A control action or a message was taken in.
     *
     * @param subtype {@code new_session}, {@code agent_switch}, {@code stop}, {@code kill}, {@code handover}, {@code
     *     reconnect} or {@code message}
     * @param label for a person
     * @param seq absent for {@code reconnect}, which is of the connection
     */
    @JsonTypeName("received")
    record Received(
            String id,
            String subtype,
            String label,
            @Nullable ObjectNode payload,
            long ts,
            @Nullable Long seq,
            @Nullable Boolean replay)
            implements HudEvent {}
}
