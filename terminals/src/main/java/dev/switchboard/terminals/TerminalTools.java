package dev.switchboard.terminals;

import dev.switchboard.core.tool.Tool;
import java.util.List;

/** The tools that an agent uses terminals with. */
public final class TerminalTools {
    private TerminalTools() {}

    public static List<Tool> all(PtyTerminals terminals) {
        return List.of(
                new CreateTerminal(terminals),
                new ListTerminals(terminals),
                new SendToTerminal(terminals),
                new ReadTerminal(terminals),
                new CloseTerminal(terminals));
    }
}
