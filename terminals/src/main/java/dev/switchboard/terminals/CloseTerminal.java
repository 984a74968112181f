package dev.switchboard.terminals;

import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import java.time.Duration;

/** Ends a terminal. */
final class CloseTerminal extends TerminalTool {
    /** Longer than its programs are given. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    CloseTerminal(PtyTerminals terminals) {
        super(
                terminals,
                "closeTerminal",
                "Closes a terminal and ends everything that runs in it.",
                """
                {"type":"object","required":["session_id"],"properties":{"session_id":{"type":"string"}}}\
                """,
                Effect.EXECUTE);
    }

    @Override
    ToolResult use(Given given, ToolContext context) throws InterruptedException {
        var terminal = terminal(given);
        var id = terminal.info().id();
        terminal.end();
        boolean over = terminal.awaitOver(PATIENCE);
        return result(
                (over ? "Closed %s" : "Closed %s; something in it does not end").formatted(id),
                Json.mapper().createObjectNode().put("session_id", id));
    }
}
