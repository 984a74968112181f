package dev.switchboard.core.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A complete answer. {@code usage} is null when the vendor did not say. */
public record ModelReply(
        String text,
        @Nullable Thinking thinking,
        List<ToolCall> toolCalls,
        @Nullable Usage usage,
        Finish finish) {

    public ModelReply {
        toolCalls = List.copyOf(toolCalls);
    }

    public enum Finish {
        STOP,
        TOOL_CALLS,
        LENGTH
    }

    public record Usage(long promptTokens, long completionTokens) {}

    public static ModelReply text(String text) {
        return new ModelReply(text, null, List.of(), null, Finish.STOP);
    }
}
