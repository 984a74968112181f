package dev.switchboard.terminals;

import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;

/** Says which terminals there are. */
final class ListTerminals extends TerminalTool {
    ListTerminals(PtyTerminals terminals) {
        super(
                terminals,
                "listTerminals",
                "Lists the terminals there are, also those that people or other conversations made.",
                "{\"type\":\"object\",\"properties\":{}}",
                Effect.READ);
    }

    @Override
    ToolResult use(Given given, ToolContext context) {
        var list = terminals.list();
        var raw = Json.mapper().createObjectNode();
        var sessions = raw.putArray("sessions");
        var summary = new StringBuilder(
                switch (list.size()) {
                    case 0 -> "There are no terminals";
                    case 1 -> "There is 1 terminal";
                    default -> "There are %d terminals".formatted(list.size());
                });
        for (var info : list) {
            sessions.add(raw(info));
            summary.append("\n%s in %s".formatted(info.id(), info.workingDir()));
            if (!info.name().equals(info.id())) {
                summary.append(" (%s)".formatted(info.name()));
            }
        }
        return result(summary.toString(), raw);
    }
}
