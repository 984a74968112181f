package dev.switchboard.core.model.offline;

import org.jspecify.annotations.Nullable;

/**
 * A sentence that is read from left to right, word by word, whatever its case. Every step looks at a character once:
 * what people paste may be 20,000 characters of anything.
 */
final class Phrase {
    private static final String MARKS = ",:;!?。！？";

    private final String text;
    private int at;

    Phrase(String text) {
        this(text, 0);
    }

    Phrase(String text, int from) {
        this.text = text;
        this.at = from;
        skipBlanks();
    }

    boolean atEnd() {
        return at == text.length();
    }

    int position() {
        return at;
    }

    String rest() {
        return text.substring(at);
    }

    /** Steps over these words if they come next; a single blank in them stands for any number. */
    boolean take(String words) {
        int end = endOf(words);
        if (end < 0 || !isBoundary(end)) {
            return false;
        }
        at = end;
        skipBlanks();
        return true;
    }

    boolean takeAny(String... choices) {
        for (String words : choices) {
            if (take(words)) {
                return true;
            }
        }
        return false;
    }

    /** Whether these words are all that is left. */
    boolean takesAll(String words) {
        int before = at;
        if (take(words) && atEnd()) {
            return true;
        }
        at = before;
        return false;
    }

    /** Steps over a mark and the blanks after it. */
    boolean takeMark(char mark) {
        if (atEnd() || text.charAt(at) != mark) {
            return false;
        }
        at++;
        skipBlanks();
        return true;
    }

    /** All that is left if it is one word, or one text in quotes; null if it is more or nothing. */
    @Nullable
    String word() {
        String left = Punctuation.trimmed(rest());
        String quoted = Punctuation.unquoted(left);
        if (quoted != null) {
            return quoted.isBlank() ? null : quoted;
        }
        for (int i = 0; i < left.length(); i++) {
            if (Character.isWhitespace(left.charAt(i))) {
                return null;
            }
        }
        return left.isEmpty() ? null : left;
    }

    private int endOf(String words) {
        int i = at;
        for (int k = 0; k < words.length(); k++) {
            char wanted = words.charAt(k);
            if (wanted == ' ') {
                int before = i;
                while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
                    i++;
                }
                if (i == before) {
                    return -1;
                }
            } else if (i < text.length() && Character.toLowerCase(text.charAt(i)) == wanted) {
                i++;
            } else {
                return -1;
            }
        }
        return i;
    }

    /** A word ends before a blank, a mark, a quote, or the full stop that ends a sentence. */
    private boolean isBoundary(int i) {
        if (i == text.length()) {
            return true;
        }
        char next = text.charAt(i);
        if (next == '.') {
            return i + 1 == text.length() || Character.isWhitespace(text.charAt(i + 1));
        }
        return Character.isWhitespace(next) || MARKS.indexOf(next) >= 0 || next == '`' || next == '"';
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
