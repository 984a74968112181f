package dev.switchboard.core.model.offline;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a message into sentences, but only where the next one begins like a wish: "run ls. Then read notes.txt" is two,
 * "run find . -name x" is one. Nothing is cut inside backticks or double quotes, nor in a text that is to be written.
 */
final class Sentences {
    /** More than anyone says at once; what is pasted must not become a hundred commands. */
    static final int MOST = 10;

    private final String text;
    private final List<String> found = new ArrayList<>();

    private Sentences(String text) {
        this.text = text;
    }

    /** The last one is all the rest if there are too many. */
    static List<String> of(String text) {
        var sentences = new Sentences(text);
        sentences.cut();
        return sentences.found;
    }

    private void cut() {
        int start = 0;
        while (start < text.length()) {
            int end = found.size() == MOST || WishReader.takesTheRest(text, start) ? text.length() : end(start);
            String sentence = text.substring(start, end).strip();
            if (!sentence.isEmpty()) {
                found.add(sentence);
            }
            start = end;
        }
    }

    private int end(int start) {
        boolean ticks = true;
        boolean quotes = true;
        for (int i = WishReader.verbIn(text, start); i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c == '`' && ticks) || (c == '"' && quotes)) {
                int close = text.indexOf(c, i + 1);
                // One that is never closed is no quote, and neither is any other of its kind: look no further for it.
                ticks &= c != '`' || close >= 0;
                quotes &= c != '"' || close >= 0;
                i = close < 0 ? i : close;
            } else if (Character.isWhitespace(c) && i > start) {
                int next = afterBlanks(i);
                if ((saysEnd(start, i, next) || saysThen(i, next)) && WishReader.beginsLikeAWish(text, next)) {
                    return next;
                }
                i = next - 1;
            }
        }
        return text.length();
    }

    private int afterBlanks(int from) {
        int i = from;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return i;
    }

    /** A new line, or a mark at the end of a word: the one in "find . -name" is no end. */
    private boolean saysEnd(int start, int blank, int next) {
        for (int i = blank; i < next; i++) {
            if (text.charAt(i) == '\n') {
                return true;
            }
        }
        char mark = text.charAt(blank - 1);
        char before = blank - 2 < start ? ' ' : text.charAt(blank - 2);
        return (mark == '.' || mark == '!' || mark == '?') && before != '.' && !Character.isWhitespace(before);
    }

    /** "; then" belongs to a shell. */
    private boolean saysThen(int blank, int next) {
        return text.charAt(blank - 1) != ';' && new Phrase(text, next).takeAny("and then", "then");
    }
}
