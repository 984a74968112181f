package dev.switchboard.tools;

import dev.switchboard.core.bound.Total;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.core.tool.Plan;
import dev.switchboard.core.tool.PlanHolder;
import dev.switchboard.core.tool.ProcessGroup;
import dev.switchboard.core.tool.ProcessJournal;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.core.workspace.WorkFolder;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.node.ObjectNode;

/** Calls tools as a run would, and remembers what they told it. */
public final class Calls {
    public final List<ProcessGroup> started = new CopyOnWriteArrayList<>();
    public final List<ProcessGroup> ended = new CopyOnWriteArrayList<>();
    public final AtomicBoolean killed = new AtomicBoolean();
    public final ToolContext context;

    public Calls(Path workspace) {
        this(new WorkFolder(workspace, null));
    }

    public Calls(WorkFolder workspace) {
        var journal = new ProcessJournal() {
            @Override
            public void starting(ProcessGroup group) {
                started.add(group);
            }

            @Override
            public void ended(ProcessGroup group) {
                ended.add(group);
            }
        };
        this.context = context(workspace, journal);
    }

    private Calls(ToolContext context) {
        this.context = context;
    }

    public Calls with(ProcessJournal journal) {
        return new Calls(context(context.workspace(), journal));
    }

    private ToolContext context(WorkFolder workspace, ProcessJournal journal) {
        var noPlan = new PlanHolder() {
            @Override
            public Optional<Plan> plan() {
                return Optional.empty();
            }

            @Override
            public void change(Plan plan) {
                throw new AssertionError("no tool here changes the plan");
            }
        };
        var session = new SessionId("s");
        return new ToolContext(
                session,
                new RunId("r"),
                workspace,
                journal,
                noPlan,
                killed::get,
                new HeldOutput(new Total("tool output", 64 * 1024 * 1024), session));
    }

    /** The result as it would go on a wire. */
    public ObjectNode call(Tool tool, ObjectNode arguments) throws InterruptedException {
        try (var result = tool.run(arguments, context)) {
            return (ObjectNode) Json.mapper().readTree(result.json().toString());
        }
    }

    /** All that a command wrote. */
    public String output(Tool tool, ObjectNode arguments) throws InterruptedException, IOException {
        try (var result = tool.run(arguments, context)) {
            var whole = result.output();
            if (whole == null) {
                return result.json().path(ToolResult.STDOUT).stringValue();
            }
            try (var text = whole.open()) {
                return text.readAllAsString();
            }
        }
    }

    public ObjectNode call(Tool tool, String arguments) throws InterruptedException {
        return call(tool, json(arguments));
    }

    /** An object written with single quotes. */
    public static ObjectNode json(String text) {
        return (ObjectNode) Json.mapper().readTree(text.replace('\'', '"'));
    }
}
