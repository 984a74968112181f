package dev.switchboard.protocol.hud;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** What the gateway sends to who looks at a session, beside the activity itself. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface ToHud {

    /**
     * @param state {@code IDLE}, {@code AGENT_RUNNING} or {@code WAITING_APPROVAL}
     * @param seq the number of the newest event; what comes up to {@code history} brings the client there
     * @param version the gateway's
     */
    @JsonTypeName("connected")
    record Connected(
            String sessionId,
            String kind,
            String name,
            String agent,
            @Nullable String workingDir,
            String state,
            long seq,
            String version)
            implements ToHud {}

    /** What was said, oldest first; ends the replay. {@code gap} says that there is more before it. */
    @JsonTypeName("history")
    record History(List<ChatMessage> messages, @Nullable Boolean gap) implements ToHud {}

    /** Ends the older events that were asked for; {@code before} is what to ask with next. */
    @JsonTypeName("earlier")
    record Earlier(List<ChatMessage> messages, long before, boolean more) implements ToHud {}

    /** As a device's: sent after the message is on disk. */
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
            implements ToHud {}

    /**
     * A piece of a message that is being written.
     *
     * @param offset where in its text the piece belongs, in UTF-16 units
     * @param id of the message
     * @param discard what was shown of this message no longer counts; then {@code text} is empty
     */
    @JsonTypeName("delta")
    record Delta(
            String runId,
            String text,
            int offset,
            String id,
            @Nullable Boolean discard) implements ToHud {}

    @JsonTypeName("message")
    record Message(@JsonUnwrapped ChatMessage message) implements ToHud {}

    /** @param expiresAt as ISO time */
    @JsonTypeName("approval")
    record Approval(String approvalId, AskedCall toolCall, String reason, String expiresAt) implements ToHud {}

    @JsonTypeName("approval_resolved")
    record ApprovalResolved(
            String approvalId,
            boolean approved,
            @Nullable String reason,
            @Nullable By by) implements ToHud {}

    /** @param messageId of the message it is about, if it is about one */
    @JsonTypeName("error")
    record Failure(String code, String error, @Nullable String messageId) implements ToHud {}

    @JsonTypeName("pong")
    record Pong() implements ToHud {}
}
