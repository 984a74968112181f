package dev.switchboard.protocol.board;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * The payload of a message a board sends; its type name stands in the envelope. Fields are nullable because a stranger
 * wrote them: what is missing is answered in words.
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface FromBoard {

    /**
     * Who is there, and with what right: a token, or a proof of knowing one.
     *
     * @param tokenId which token the proof was made with; without it the live ones are tried
     * @param protocolVersion what the board speaks, if it says
     */
    @JsonTypeName("connection:auth")
    record Auth(
            @Nullable String deviceId,
            @Nullable String token,
            @Nullable String challengeResponse,
            @Nullable String tokenId,
            @Nullable String role,
            @Nullable List<@Nullable String> scopes,
            @Nullable String protocolVersion)
            implements FromBoard {

        /** Without the token and the proof. */
        @Override
        public String toString() {
            return "auth of " + deviceId;
        }
    }

    @JsonTypeName("connection:close")
    record Leave(@Nullable String reason) implements FromBoard {}

    @JsonTypeName("task:submit")
    record Submit(
            @Nullable String idempotencyKey,
            @Nullable String goal,
            @Nullable List<@Nullable SaidMessage> messages,
            @Nullable PlanContext plan,
            @Nullable List<@Nullable ArtifactRef> artifacts,
            @Nullable String memory,
            @Nullable Options options)
            implements FromBoard {}

    /**
     * How a task is to be run.
     *
     * @param sessionId the conversation it goes on with; its own one if absent
     * @param agent who is to do it
     */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Options(
            @Nullable String mode,
            @Nullable Boolean streamDeltas,
            @Nullable Long maxTokens,
            @Nullable Long timeoutMs,
            @Nullable String sessionId,
            @Nullable String agent) {}

    @JsonTypeName("task:stop")
    record Stop(@Nullable String taskId, @Nullable String reason) implements FromBoard {}

    /** Another message for a task that is under way. */
    @JsonTypeName("task:message")
    record Steer(
            @Nullable String taskId,
            @Nullable SaidMessage message,
            @Nullable String injectionMode) implements FromBoard {}

    @JsonTypeName("task:list")
    record ListTasks() implements FromBoard {}

    /** Watch a task from now on, whoever submitted it. */
    @JsonTypeName("task:attach")
    record AttachTask(@Nullable String taskId, @Nullable Boolean streamDeltas) implements FromBoard {}

    @JsonTypeName("approval:response")
    record ApprovalResponse(
            @Nullable String approvalId,
            @Nullable Boolean approved,
            @Nullable String reason) implements FromBoard {}

    @JsonTypeName("terminal:list")
    record ListTerminals() implements FromBoard {}

    @JsonTypeName("terminal:create")
    record CreateTerminal(
            @Nullable String name,
            @Nullable String cwd,
            @Nullable Integer rows,
            @Nullable Integer cols) implements FromBoard {}

    @JsonTypeName("terminal:attach")
    record AttachTerminal(@Nullable String terminalId) implements FromBoard {}

    @JsonTypeName("terminal:input")
    record TerminalInput(
            @Nullable String terminalId, @Nullable String data) implements FromBoard {

        /** Without what was typed, which may be a password. */
        @Override
        public String toString() {
            return "input for terminal " + terminalId;
        }
    }

    @JsonTypeName("terminal:resize")
    record ResizeTerminal(
            @Nullable String terminalId,
            @Nullable Integer rows,
            @Nullable Integer cols) implements FromBoard {}

    @JsonTypeName("terminal:detach")
    record DetachTerminal(@Nullable String terminalId) implements FromBoard {}

    @JsonTypeName("terminal:close")
    record CloseTerminal(@Nullable String terminalId) implements FromBoard {}

    @JsonTypeName("health:ping")
    record HealthPing(@Nullable String clientTime) implements FromBoard {}

    /** The bare one of the seed's picture. */
    @JsonTypeName("ping")
    record Ping() implements FromBoard {}
}
