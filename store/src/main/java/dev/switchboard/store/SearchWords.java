package dev.switchboard.store;

import java.util.ArrayList;

/** What somebody typed as an expression the index understands: all words, each in quotes, the last one perhaps unfinished. */
final class SearchWords {
    private static final int MAX_WORDS = 16;
    private static final int MAX_CHARS = 400;

    private SearchWords() {}

    /** Empty if there is nothing to look for. */
    static String expression(String typed) {
        var words = new ArrayList<String>();
        for (var word : typed.substring(0, Math.min(typed.length(), MAX_CHARS)).split("[\\s\\p{Cntrl}]+", -1)) {
            // The index knows letters and digits; of anything else it would find nothing, with whatever stands beside
            // it.
            if (words.size() < MAX_WORDS && word.codePoints().anyMatch(Character::isLetterOrDigit)) {
                words.add("\"" + word.replace("\"", "\"\"") + "\"");
            }
        }
        return words.isEmpty() ? "" : String.join(" ", words) + "*";
    }
}
