package dev.switchboard.terminals;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.core.terminal.TerminalInfo;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import dev.switchboard.json.text.NearestWord;
import tools.jackson.databind.node.ObjectNode;

/** What the tools have in common: their shape, and that a refusal is a result in words. */
abstract class TerminalTool implements Tool {
    final PtyTerminals terminals;
    private final ToolSpec spec;
    private final Effect effect;

    TerminalTool(PtyTerminals terminals, String name, String description, String parameters, Effect effect) {
        this.terminals = terminals;
        this.spec = new ToolSpec(name, description, Json.mapper().readTree(parameters));
        this.effect = effect;
    }

    /** @throws SwitchboardException what is wrong with the call, to a model */
    abstract ToolResult use(Given given, ToolContext context) throws InterruptedException;

    @Override
    public final ToolSpec spec() {
        return spec;
    }

    @Override
    public final Effect effect() {
        return effect;
    }

    @Override
    public final ToolResult run(ObjectNode arguments, ToolContext context) throws InterruptedException {
        try {
            return use(new Given(arguments), context);
        } catch (SwitchboardException e) {
            return ToolResult.failed(String.valueOf(e.getMessage()));
        }
    }

    final PtyTerminal terminal(Given given) {
        var id = given.text("session_id");
        return terminals
                .terminal(id)
                .orElseThrow(() -> new SwitchboardException(
                        ErrorCode.INVALID,
                        "there is no terminal \"%s\", or it has ended; %s"
                                .formatted(
                                        id,
                                        NearestWord.hint(
                                                id,
                                                terminals.list().stream()
                                                        .map(TerminalInfo::id)
                                                        .toList()))));
    }

    static ToolResult result(String summary, ObjectNode raw) {
        var result = ToolResult.okay().put("summary", summary);
        result.set("raw", raw);
        return new ToolResult(result);
    }

    static ObjectNode raw(TerminalInfo info) {
        return Json.mapper()
                .createObjectNode()
                .put("session_id", info.id())
                .put("name", info.name())
                .put("working_dir", info.workingDir())
                .put("created_at", info.createdAt().toString());
    }

    /** What a terminal has shown since an offset, as an agent reads it. */
    static ToolResult output(PtyTerminal terminal, long after) {
        var id = terminal.info().id();
        var shown = terminal.read(after);
        var text = PlainText.of(shown.text());
        var end = PlainText.end(text);
        var raw = Json.mapper()
                .createObjectNode()
                .put("session_id", id)
                .put("output", end)
                .put("truncated", end.length() < text.length() || shown.from() > after)
                .put("next", shown.next());
        var exitCode = terminal.exitCode();
        exitCode.ifPresent(code -> raw.put("exit_code", code));
        return result(
                exitCode.map(code -> "%s has ended with exit code %d".formatted(id, code))
                        .orElseGet(() -> end.isBlank()
                                ? "%s has shown nothing new".formatted(id)
                                : "%s has shown %d characters".formatted(id, end.length())),
                raw);
    }
}
