package dev.switchboard.core.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A conversation as role messages, oldest first, and the tools the model may call. */
public record ModelRequest(
        @Nullable String system,
        List<ModelMessage> messages,
        List<ToolSpec> tools,
        @Nullable Integer maxTokens,
        Purpose purpose) {

    /** What the answer is for; a vendor need not know, the offline agent does. */
    public enum Purpose {
        ANSWER,
        SUMMARY
    }

    public ModelRequest {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }

    public ModelRequest(
            @Nullable String system, List<ModelMessage> messages, List<ToolSpec> tools, @Nullable Integer maxTokens) {
        this(system, messages, tools, maxTokens, Purpose.ANSWER);
    }
}
