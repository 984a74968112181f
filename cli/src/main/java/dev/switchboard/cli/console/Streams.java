package dev.switchboard.cli.console;

import java.io.InputStream;
import java.io.PrintWriter;

/**
 * What a command reads from and writes to.
 *
 * @param terminalIn whether a person types into {@code in}
 * @param terminalOut whether a person reads {@code out}
 * @param colour whether they want it coloured
 */
public record Streams(
        InputStream in, PrintWriter out, PrintWriter err, boolean terminalIn, boolean terminalOut, boolean colour) {

    /** The launcher sees what is a terminal, as it does for the screen. */
    public static Streams ofProcess(PrintWriter out, PrintWriter err, boolean terminalOut, boolean colour) {
        return new Streams(System.in, out, err, Boolean.getBoolean("switchboard.terminal.in"), terminalOut, colour);
    }

    public boolean isConversation() {
        return terminalIn && terminalOut;
    }
}
