package dev.switchboard.bench;

import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** A tool that takes no time. */
record Looks(ToolSpec spec) implements Tool {
    Looks() {
        this(new ToolSpec("look", "looks", Json.mapper().readTree("{\"type\":\"object\"}")));
    }

    /** What a model says that wants it. */
    static ToolCall call() {
        return new ToolCall("call_" + UUID.randomUUID(), "look", "{}");
    }

    @Override
    public Effect effect() {
        return Effect.READ;
    }

    @Override
    public ToolResult run(ObjectNode arguments, ToolContext context) {
        return new ToolResult(ToolResult.okay());
    }
}
