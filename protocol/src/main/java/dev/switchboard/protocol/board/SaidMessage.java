package dev.switchboard.protocol.board;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** One message of a conversation, as a board tells of it. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SaidMessage(
        @Nullable String role,
        @Nullable String content,
        @Nullable List<@Nullable ToolCall> toolCalls,
        @Nullable List<@Nullable ToolResult> toolResults) {

    /** A use of a tool; {@code arguments} is JSON, in a delta perhaps a piece of it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ToolCall(
            @Nullable String id,
            @Nullable String name,
            @Nullable String arguments) {}

    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ToolResult(
            @Nullable String toolCallId, @Nullable JsonNode result) {}
}
