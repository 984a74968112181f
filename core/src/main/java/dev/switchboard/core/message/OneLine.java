package dev.switchboard.core.message;

import dev.switchboard.json.text.DirectionMarks;
import dev.switchboard.json.text.Shortened;

/** The beginning of a text on one line, for lists and logs. */
public final class OneLine {
    private OneLine() {}

    /**
     * At most so many characters, cut between characters and never inside one. What would reverse the reading direction,
     * or command a terminal, is written out.
     */
    public static String of(String text, int most) {
        // Made four times a message, so it looks at no more of the text than it shows.
        var stripped = text.strip();
        var line = new StringBuilder(Math.min(most, stripped.length()) + 1);
        int shown = 0;
        for (int i = 0; i < stripped.length() && shown <= most; shown++) {
            int character = stripped.codePointAt(i);
            i += Character.charCount(character);
            if (isBlank(character)) {
                character = ' ';
                while (isBlank(stripped.charAt(i))) { // ends: what was stripped does not end with a blank
                    i++;
                }
            }
            if (DirectionMarks.is(character) || Character.isISOControl(character)) {
                var written = DirectionMarks.written(character);
                line.append(written);
                shown += written.length() - 1;
            } else {
                line.appendCodePoint(character);
            }
        }
        return shown <= most
                ? line.toString()
                : line.substring(0, line.offsetByCodePoints(0, most - 1)) + Shortened.CUT;
    }

    private static boolean isBlank(int character) {
        return character == ' ' || (character >= '\t' && character <= '\r');
    }
}
