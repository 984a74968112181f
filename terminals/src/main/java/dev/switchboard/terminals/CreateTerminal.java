package dev.switchboard.terminals;

import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;

/** Starts a shell that stays. */
final class CreateTerminal extends TerminalTool {
    CreateTerminal(PtyTerminals terminals) {
        super(terminals, "createTerminal", """
            Starts a shell in a terminal that stays after this conversation, until it is closed or its shell exits. \
            People can look at it and type into it too. Use it for what runs long or needs input; for a single command \
            use exec.\
            """, """
            {"type":"object","properties":{
              "name":{"type":"string","description":"what people see in the list"},
              "working_dir":{"type":"string","description":"folder to start in, relative to the workspace"}}}\
            """, Effect.EXECUTE);
    }

    @Override
    ToolResult use(Given given, ToolContext context) {
        var info = terminals.create(
                given.optionalText("name"), context.workspace().path(), given.optionalText("working_dir"), null);
        return result("Terminal created: %s in %s".formatted(info.id(), info.workingDir()), raw(info));
    }
}
