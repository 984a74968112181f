package dev.switchboard.cli.console;

import dev.switchboard.json.text.DirectionMarks;

/**
 * Texts of others as they may be shown: without characters that make a terminal do things, and with those written out that
 * reverse the reading direction, behind which one command looks like another.
 */
public final class Printable {
    private Printable() {}

    /** On one line. */
    public static String line(String text) {
        return cleaned(text.strip(), false);
    }

    /** With its line ends and tabs. */
    public static String text(String text) {
        return cleaned(text.replace("\r\n", "\n"), true);
    }

    private static String cleaned(String text, boolean lines) {
        var clean = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (DirectionMarks.is(character)) {
                clean.append(DirectionMarks.written(character));
            } else if (!Character.isISOControl(character) || (lines && (character == '\n' || character == '\t'))) {
                clean.appendCodePoint(character);
            } else {
                clean.append(lines ? '\uFFFD' : ' ');
            }
        });
        return clean.toString();
    }
}
