package dev.switchboard.core.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One message of a conversation with a model. */
public sealed interface ModelMessage {

    record User(String text) implements ModelMessage {}

    /** What the model said: text, calls, or both. Thinking goes back to its vendor as it came. */
    record Assistant(String text, @Nullable Thinking thinking, List<ToolCall> toolCalls) implements ModelMessage {
        public Assistant {
            toolCalls = List.copyOf(toolCalls);
        }

        public static Assistant text(String text) {
            return new Assistant(text, null, List.of());
        }
    }

    record ToolResult(String callId, String tool, String text) implements ModelMessage {}
}
