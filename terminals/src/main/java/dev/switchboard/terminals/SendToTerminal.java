package dev.switchboard.terminals;

import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import java.time.Duration;

/** Types into a terminal and waits a moment for what comes of it, so that one call is enough for a short command. */
final class SendToTerminal extends TerminalTool {
    private static final Duration QUIET = Duration.ofMillis(250);
    private static final Duration LONGEST = Duration.ofMillis(500);

    SendToTerminal(PtyTerminals terminals) {
        super(terminals, "sendToTerminal", """
            Types into a terminal exactly what "data" holds. End a command with \\r, which is the Enter key; \\u0003 is \
            Ctrl-C. Gives what the terminal showed within half a second; read on with readTerminal from "next".\
            """, """
            {"type":"object","required":["session_id","data"],"properties":{
              "session_id":{"type":"string"},
              "data":{"type":"string","description":"keys as they are typed"}}}\
            """, Effect.EXECUTE);
    }

    @Override
    ToolResult use(Given given, ToolContext context) throws InterruptedException {
        var data = given.text("data");
        var terminal = terminal(given);
        long before = terminal.shown();
        terminal.input(data);
        terminal.awaitQuiet(before, QUIET, LONGEST);
        return output(terminal, before);
    }
}
