package dev.switchboard.protocol.board;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.node.ObjectNode;

/** The payload of a message the gateway sends to a board; its type name stands in the envelope. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface ToBoard {

    /** @param challenge what a proof of a token is made over; of this connection alone, and good for one try */
    @JsonTypeName("connection:welcome")
    record Welcome(String daemonVersion, String protocolVersion, String challenge, List<String> capabilities)
            implements ToBoard {}

    @JsonTypeName("connection:authenticated")
    record Authenticated(
            String sessionId,
            List<String> grantedScopes,
            @Nullable String expiresAt) implements ToBoard {}

    @JsonTypeName("connection:error")
    record ConnectionError(
            String code, String message, @Nullable Long retryAfterMs) implements ToBoard {}

    /** The gateway is about to close the connection. */
    @JsonTypeName("connection:close")
    record Closing(@Nullable String reason) implements ToBoard {}

    /** The answer to a board that leaves. */
    @JsonTypeName("connection:goodbye")
    record Goodbye() implements ToBoard {}

    @JsonTypeName("task:started")
    record TaskStarted(String taskId, String idempotencyKey, String startedAt) implements ToBoard {}

    /** @param discardText what was shown of the present text no longer counts */
    @JsonTypeName("task:progress")
    record TaskProgress(
            String taskId,
            String status,
            @Nullable String currentStep,
            @Nullable Long tokensUsed,
            @Nullable Double costEstimateUsd,
            @Nullable String message,
            @Nullable Boolean discardText)
            implements ToBoard {}

    /** @param offset where in the present text, or in the arguments of this call, the piece belongs, in UTF-16 units */
    @JsonTypeName("task:delta")
    record TaskDelta(
            String taskId,
            String deltaType,
            @Nullable String text,
            @Nullable ToolCall toolCall,
            @Nullable ToolResult toolResult,
            @Nullable Integer offset)
            implements ToBoard {

        public static TaskDelta text(String taskId, String piece, int offset) {
            return new TaskDelta(taskId, "text", piece, null, null, offset);
        }

        public static TaskDelta toolCall(String taskId, ToolCall piece, int offset) {
            return new TaskDelta(taskId, "tool_call", null, piece, null, offset);
        }

        public static TaskDelta toolResult(String taskId, ToolResult result) {
            return new TaskDelta(taskId, "tool_result", null, null, result, null);
        }
    }

    record ToolCall(String id, String name, String arguments) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record ToolResult(String toolCallId, JsonNode result) {}

    @JsonTypeName("task:completed")
    record TaskCompleted(String taskId, Result result, Usage usage, String completedAt) implements ToBoard {}

    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Result(
            String text,
            @Nullable String summary,
            @Nullable List<ArtifactRef> artifactRefs,
            @Nullable String planUpdates) {}

    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Usage(
            long promptTokens,
            long completionTokens,
            long totalTokens,
            @Nullable Double costUsd) {}

    /** @param saysFinal whether the task has ended with this, or it is only an answer about it; absent means it has */
    @JsonTypeName("task:error")
    record TaskError(
            String taskId,
            Problem error,
            @Nullable PartialResult partialResult,
            @Nullable Usage usage,
            @JsonProperty("final") @Nullable Boolean saysFinal)
            implements ToBoard {

        public boolean ends() {
            return saysFinal == null || saysFinal;
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Problem(
            String type,
            String message,
            boolean recoverable,
            @Nullable String suggestion) {}

    record PartialResult(String text) {}

    @JsonTypeName("task:stopped")
    record TaskStopped(String taskId, @Nullable PartialResult partialResult) implements ToBoard {}

    @JsonTypeName("task:list_response")
    record TaskList(List<Task> tasks) implements ToBoard {}

    /** @param status {@code queued}, {@code running}, {@code waiting_approval}, {@code completed}, {@code error}, {@code stopped} */
    @JsonNaming(SnakeCaseStrategy.class)
    record Task(String taskId, String goal, String status, String startedAt) {}

    @JsonTypeName("approval:required")
    record ApprovalRequired(
            String taskId,
            String approvalId,
            AskedCall toolCall,
            String reason,
            @Nullable Long timeoutMs) implements ToBoard {}

    /** A call with all of its arguments. */
    record AskedCall(String id, String name, ObjectNode arguments) {}

    /**
     * @param code why nobody answered: {@code approval_timeout} or {@code stopped}; absent when somebody did
     * @param by who answered; absent when nobody did
     */
    @JsonTypeName("approval:resolved")
    record ApprovalResolved(
            String approvalId,
            boolean approved,
            @Nullable String reason,
            @Nullable String code,
            @Nullable By by) implements ToBoard {}

    /**
     * @param name of the token that was shown
     * @param deviceId the board's, if it was one
     */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record By(String name, @Nullable String deviceId) {}

    @JsonTypeName("terminal:list_response")
    record TerminalList(List<Terminal> terminals) implements ToBoard {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Terminal(String id, String name, String createdAt, Size size) {}

    record Size(int rows, int cols) {}

    @JsonTypeName("terminal:created")
    record TerminalCreated(String terminalId, String name, String createdAt, Size size) implements ToBoard {}

    /** What follows is the terminal's screen from its beginning, then whatever comes. */
    @JsonTypeName("terminal:attached")
    record TerminalAttached(String terminalId, Size size) implements ToBoard {}

    @JsonTypeName("terminal:output")
    record TerminalOutput(String terminalId, String data) implements ToBoard {

        /** Without what was printed, which may be anything. */
        @Override
        public String toString() {
            return "output of terminal " + terminalId;
        }
    }

    @JsonTypeName("terminal:exited")
    record TerminalExited(String terminalId, int exitCode) implements ToBoard {}

    @JsonTypeName("health:pong")
    record HealthPong(
            String serverTime, long latencyMs, @Nullable String clientTime) implements ToBoard {}

    @JsonTypeName("pong")
    record Pong() implements ToBoard {}

    @JsonTypeName("status:agent")
    record AgentStatus(
            String agentId,
            String status,
            @Nullable String currentTaskId,
            @Nullable Double budgetUsedUsd,
            @Nullable Double budgetLimitUsd)
            implements ToBoard {}
}
