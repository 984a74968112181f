package dev.switchboard.terminals;

import dev.switchboard.json.text.Shortened;

/**
 * What a terminal has shown as an agent reads it: without colours, titles and movements. Only for reading; no byte that
 * goes to a viewer comes through here.
 */
final class PlainText {
    /** What an event shows of a text. */
    private static final int MOST = 16_000;

    private static final char ESCAPE = '\033';
    private static final char BELL = '\007';

    private PlainText() {}

    /** The end of a long text, since that is where a command says how it went. */
    static String end(String text) {
        return Shortened.last(MOST, text);
    }

    static String of(String shown) {
        var plain = new StringBuilder(shown.length());
        int i = 0;
        while (i < shown.length()) {
            char c = shown.charAt(i);
            if (c == ESCAPE) {
                i = afterSequence(shown, i + 1);
                continue;
            }
            if (c == '\r') {
                // Back to the beginning of the line: a new one, unless that comes anyway.
                boolean lineEnds =
                        i + 1 < shown.length() && (shown.charAt(i + 1) == '\n' || shown.charAt(i + 1) == '\r');
                if (!lineEnds && i + 1 < shown.length()) {
                    plain.append('\n');
                }
            } else if (c == '\n' || c == '\t' || !Character.isISOControl(c)) {
                plain.append(c);
            }
            i++;
        }
        return plain.toString();
    }

    /** @param at what follows the escape */
    private static int afterSequence(String text, int at) {
        if (at >= text.length()) {
            return at;
        }
        return switch (text.charAt(at)) {
            case '[' -> afterControl(text, at + 1);
            case ']', 'P', 'X', '^', '_' -> afterString(text, at + 1);
            default -> {
                int i = at;
                while (i < text.length() && text.charAt(i) >= ' ' && text.charAt(i) <= '/') {
                    i++;
                }
                yield Math.min(i + 1, text.length());
            }
        };
    }

    private static int afterControl(String text, int at) {
        int i = at;
        while (i < text.length() && text.charAt(i) >= ' ' && text.charAt(i) <= '?') {
            i++;
        }
        return Math.min(i + 1, text.length());
    }

    private static int afterString(String text, int at) {
        for (int i = at; i < text.length(); i++) {
            if (text.charAt(i) == BELL) {
                return i + 1;
            }
            if (text.charAt(i) == ESCAPE) {
                return Math.min(i + 2, text.length());
            }
        }
        return text.length();
    }
}
