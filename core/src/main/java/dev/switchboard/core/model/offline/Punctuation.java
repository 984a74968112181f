package dev.switchboard.core.model.offline;

import org.jspecify.annotations.Nullable;

/** The marks and courtesies around what a sentence is about. */
final class Punctuation {
    private static final String FENCE = "```";
    private static final String[] FAREWELLS = {"please", "for me", "thanks", "thank you"};
    private static final int MOST_MARKS = 8;

    private Punctuation() {}

    /**
     * Without what ends a sentence: "ls -la, please!" is "ls -la". A full stop that is an argument of its own, or one of
     * two, stays: "ls ." and "cd .." mean it.
     */
    static String trimmed(String text) {
        String left = text.strip();
        for (int i = 0; i < MOST_MARKS; i++) {
            String shorter = withoutFarewell(withoutMark(left));
            if (shorter.length() == left.length()) {
                break;
            }
            left = shorter;
        }
        return left;
    }

    /** What stands between the quotes or backticks that hold all of this; null if there are none. */
    static @Nullable String unquoted(String text) {
        int close = closing(text);
        return close == text.length() ? inside(text, close) : null;
    }

    /** Where the quote ends that this begins with, behind its last mark; -1 if it begins with none. */
    static int closing(String text) {
        if (text.startsWith(FENCE)) {
            int end = text.indexOf(FENCE, FENCE.length());
            return end < 0 ? -1 : end + FENCE.length();
        }
        if (text.isEmpty() || "`\"'".indexOf(text.charAt(0)) < 0) {
            return -1;
        }
        int end = text.indexOf(text.charAt(0), 1);
        return end < 0 ? -1 : end + 1;
    }

    /** @param close as {@link #closing} found it */
    static String inside(String text, int close) {
        if (!text.startsWith(FENCE)) {
            return text.substring(1, close - 1);
        }
        String block = text.substring(FENCE.length(), close - FENCE.length());
        int line = block.indexOf('\n');
        // The first line of a fenced block names its language.
        return (line < 0 ? block : block.substring(line + 1)).strip();
    }

    private static String withoutMark(String text) {
        int last = text.length() - 1;
        if (last < 1) {
            return text;
        }
        char mark = text.charAt(last);
        char before = text.charAt(last - 1);
        boolean ends = mark == '.'
                ? before != '.' && before != '/' && !Character.isWhitespace(before)
                : "!?,。！？".indexOf(mark) >= 0 && !Character.isWhitespace(before);
        return ends ? text.substring(0, last).stripTrailing() : text;
    }

    private static String withoutFarewell(String text) {
        for (String words : FAREWELLS) {
            int from = text.length() - words.length();
            if (from >= 0
                    && text.regionMatches(true, from, words, 0, words.length())
                    && (from == 0 || Character.isWhitespace(text.charAt(from - 1)))) {
                return text.substring(0, from).stripTrailing();
            }
        }
        return text;
    }
}
