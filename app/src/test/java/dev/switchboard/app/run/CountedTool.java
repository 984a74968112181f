package dev.switchboard.app.run;

import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.node.ObjectNode;

/** A tool that does what a test says and remembers its calls. */
final class CountedTool implements Tool {
    interface Doing {
        ToolResult run(ObjectNode arguments, ToolContext context) throws InterruptedException;
    }

    private final ToolSpec spec;
    private final Effect effect;
    private final Doing doing;
    private boolean runsCommands = true;
    final List<ObjectNode> calls = new CopyOnWriteArrayList<>();

    CountedTool(String name, Effect effect, Doing doing) {
        this.spec =
                new ToolSpec(name, "does " + name, Json.mapper().readTree("{\"type\":\"object\",\"properties\":{}}"));
        this.effect = effect;
        this.doing = doing;
    }

    /** Succeeds with a text. */
    static CountedTool saying(String name, Effect effect, String text) {
        return new CountedTool(
                name, effect, (_, _) -> new ToolResult(ToolResult.okay().put("text", text)));
    }

    /** What is named a command in its arguments is none. */
    CountedTool withoutCommand() {
        runsCommands = false;
        return this;
    }

    @Override
    public ToolSpec spec() {
        return spec;
    }

    @Override
    public Effect effect() {
        return effect;
    }

    @Override
    public Optional<String> command(ObjectNode arguments) {
        return runsCommands ? Optional.ofNullable(arguments.path("command").stringValue(null)) : Optional.empty();
    }

    @Override
    public ToolResult run(ObjectNode arguments, ToolContext context) throws InterruptedException {
        calls.add(arguments);
        return doing.run(arguments, context);
    }
}
