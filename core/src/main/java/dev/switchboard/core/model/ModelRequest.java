package dev.switchboard.core.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A conversation as role messages, oldest first, and the tools the model may call. */
public record ModelRequest(
        @Nullable String system,
        List<ModelMessage> messages,
        List<ToolSpec> tools,
        @Nullable Integer maxTokens) {
    public ModelRequest {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }
}
