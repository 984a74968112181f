package dev.switchboard.edge.api;

import java.util.Collection;
import java.util.Comparator;

/** The word somebody probably meant. */
final class Nearest {
    private Nearest() {}

    static String to(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** How many letters must be added, dropped or changed. */
    private static int distance(String one, String other) {
        var row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            var diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                var change = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
