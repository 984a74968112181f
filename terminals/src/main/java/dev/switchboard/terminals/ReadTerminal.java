package dev.switchboard.terminals;

import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;

/** Looks at what a terminal has shown. */
final class ReadTerminal extends TerminalTool {
    ReadTerminal(PtyTerminals terminals) {
        super(terminals, "readTerminal", """
            Gives what a terminal has shown since "after", which is "next" of an earlier answer, as plain text; \
            without it, the end of all that is kept.\
            """, """
            {"type":"object","required":["session_id"],"properties":{
              "session_id":{"type":"string"},
              "after":{"type":"integer","minimum":0}}}\
            """, Effect.READ);
    }

    @Override
    ToolResult use(Given given, ToolContext context) {
        long after = given.offset("after");
        return output(terminal(given), after);
    }
}
