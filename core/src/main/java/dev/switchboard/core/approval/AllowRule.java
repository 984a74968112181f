package dev.switchboard.core.approval;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A command that needs no asking, word by word: {@code git status}, or {@code ls *} where the star stands for any further
 * plain words.
 *
 * <p>A command is compared only if it consists of nothing but plain words. Whatever a shell could read as more than a
 * word (quotes, variables, wildcards, redirections, a second command, a line break) makes it one that is asked for.
 */
public record AllowRule(List<String> words, boolean open) {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._/=:@%+,-]+");
    private static final Pattern BLANKS = Pattern.compile("[ \t]+");
    private static final String STAR = "*";

    public AllowRule {
        words = List.copyOf(words);
        if (!isCommand(words)) {
            throw new IllegalArgumentException("a rule is at least one word, and plain ones");
        }
    }

    /** Empty if the text is no rule. */
    public static Optional<AllowRule> parse(String text) {
        var words = List.of(BLANKS.split(text.strip()));
        boolean open = words.size() > 1 && words.getLast().equals(STAR);
        var plain = open ? words.subList(0, words.size() - 1) : words;
        return isCommand(plain) ? Optional.of(new AllowRule(plain, open)) : Optional.empty();
    }

    /** Whether a shell reads this as one word and nothing else. */
    public static boolean isPlain(String word) {
        return PLAIN.matcher(word).matches();
    }

    public boolean allows(String command) {
        var plain = plainWords(command);
        if (plain.isEmpty()) {
            return false;
        }
        var said = plain.get();
        if (said.size() < words.size() || (!open && said.size() > words.size())) {
            return false;
        }
        return said.subList(0, words.size()).equals(words);
    }

    /** The command as words, if that is all it is. */
    private static Optional<List<String>> plainWords(String command) {
        var words = List.of(BLANKS.split(trimmed(command)));
        return isCommand(words) ? Optional.of(words) : Optional.empty();
    }

    /** A first word with {@code =} in it would set a variable, and the command would be the second. */
    private static boolean isCommand(List<String> words) {
        return !words.isEmpty()
                && words.stream().allMatch(AllowRule::isPlain)
                && words.getFirst().indexOf('=') < 0;
    }

    /** Blanks only: a line break at either end is a shell's business and stays. */
    private static String trimmed(String command) {
        int from = 0;
        int to = command.length();
        while (from < to && isBlank(command.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(command.charAt(to - 1))) {
            to--;
        }
        return command.substring(from, to);
    }

    private static boolean isBlank(char letter) {
        return letter == ' ' || letter == '\t';
    }
}
