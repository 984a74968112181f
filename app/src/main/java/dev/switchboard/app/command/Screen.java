package dev.switchboard.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;

/**
 * Where a command speaks.
 *
 * @param terminal whether a person reads {@code out}, not a pipe
 * @param colour whether they want it coloured
 */
public record Screen(PrintWriter out, PrintWriter err, boolean terminal, boolean colour) {

    /** The launcher sees what is a terminal; asking for it here would load a console library at every start. */
    static Screen ofProcess() {
        return new Screen(
                new PrintWriter(System.out, true, UTF_8),
                new PrintWriter(System.err, true, UTF_8),
                Boolean.getBoolean("switchboard.terminal"),
                Boolean.getBoolean("switchboard.colour.out"));
    }

    String painted(String code, String text) {
        return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
