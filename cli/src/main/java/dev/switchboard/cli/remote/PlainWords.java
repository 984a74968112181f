package dev.switchboard.cli.remote;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Reads a command line whose options are written out in full, {@code --url U} or {@code --url=U}. Anything else is left
 * to the real parser to understand or to complain about: it takes long to load, and a command is to be there at once.
 */
public final class PlainWords {
    private PlainWords() {}

    /**
     * Whether all of it was understood.
     *
     * @param word takes a flag or a word that stands for itself
     * @param option takes a name and its value
     */
    public static boolean read(List<String> words, Predicate<String> word, BiPredicate<String, String> option) {
        for (int i = 0; i < words.size(); i++) {
            var next = words.get(i);
            if (word.test(next)) {
                continue;
            }
            int equals = next.indexOf('=');
            if (equals < 0 && ++i == words.size()) {
                return false;
            }
            var name = equals < 0 ? next : next.substring(0, equals);
            var value = equals < 0 ? words.get(i) : next.substring(equals + 1);
            if (value.isEmpty() || value.startsWith("-") || !option.test(name, value)) {
                return false;
            }
        }
        return true;
    }
}
