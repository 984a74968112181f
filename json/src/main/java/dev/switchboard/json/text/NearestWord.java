package dev.switchboard.json.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that was probably meant. */
public final class NearestWord {
    private NearestWord() {}

    /** The known word with the smallest edit distance, if it is near enough to be a slip of the hand. */
    public static Optional<String> to(String word, Collection<String> known) {
        int tolerance = Math.max(1, word.length() / 3);
        return closest(word, known).filter(candidate -> distance(word, candidate) <= tolerance);
    }

    /** The known word with the smallest edit distance, however far; empty only if there are none. */
    public static Optional<String> closest(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The second half of a complaint: the one word that was probably meant, else all there are. */
    public static String hint(String word, Collection<String> known) {
        return to(word, known)
                .map("did you mean \"%s\"?"::formatted)
                .orElseGet(() -> known.isEmpty() ? "there are none" : "known: " + String.join(", ", known));
    }

    /**
     * Insertions, deletions, replacements and swaps of neighbours, each counted as one; {@code Port} and
     * {@code heartbeat_seconds} differ from the right spelling in nothing.
     */
    static int distance(String left, String right) {
        String a = spelling(left);
        String b = spelling(right);
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }

    private static String spelling(String word) {
        return word.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }
}
