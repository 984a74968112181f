package dev.switchboard.core.model.offline;

import dev.switchboard.core.model.ModelMessage;
import java.util.ArrayList;
import java.util.List;

/** What remains of a conversation without a model to sum it up: what the person said, each in a line. */
public final class Extract {
    private static final int LINE = 200;
    private static final int WHOLE = 2_000;
    private static final String HEAD = "The person said, oldest first:";
    private static final String CUT = "\n- …";

    private Extract() {}

    /** At most 2,000 characters, the newest last; what does not fit is the oldest. */
    public static String summary(List<ModelMessage> messages) {
        var lines = new ArrayList<String>();
        int left = WHOLE - HEAD.length() - CUT.length();
        boolean cut = false;
        for (int i = messages.size() - 1; i >= 0 && !cut; i--) {
            if (messages.get(i) instanceof ModelMessage.User(var text)) {
                String line = "\n- " + line(text);
                left -= line.length();
                cut = left < 0;
                if (!cut) {
                    lines.addFirst(line);
                }
            }
        }
        return lines.isEmpty() ? "" : HEAD + (cut ? CUT : "") + String.join("", lines);
    }

    /** In one line of at most 200 characters. Reads no more of the text than it shows: it may be long. */
    static String line(String text) {
        var line = new StringBuilder();
        int shown = 0;
        boolean blank = false;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (Character.isWhitespace(c)) {
                blank = shown > 0;
                continue;
            }
            int needed = blank ? 2 : 1;
            if (shown + needed > LINE) {
                line.setLength(line.offsetByCodePoints(line.length(), -1));
                return line.append('…').toString();
            }
            if (blank) {
                line.append(' ');
                blank = false;
            }
            line.appendCodePoint(c);
            shown += needed;
        }
        return line.toString();
    }
}
