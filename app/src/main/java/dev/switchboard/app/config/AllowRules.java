package dev.switchboard.app.config;

import dev.switchboard.core.approval.AllowRule;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What may stand in {@code allow}: plain words as a shell would split them, of which the last may be {@code *} for
 * further plain words. Anything a shell interprets is refused here, so that a rule never allows more than it says.
 */
final class AllowRules {
    private static final Pattern SPACES = Pattern.compile(" +");

    private AllowRules() {}

    static void check(List<String> rules, Mistakes mistakes) {
        for (int i = 0; i < rules.size(); i++) {
            check(rules.get(i), "allow[%d]".formatted(i), mistakes);
        }
    }

    private static void check(String rule, String path, Mistakes mistakes) {
        String stripped = rule.strip();
        if (stripped.isEmpty()) {
            mistakes.add(path, "must not be empty — write a command, like \"git status\" or \"ls *\"");
            return;
        }
        String[] words = SPACES.split(stripped);
        if (words.length == 1 && words[0].equals("*")) {
            mistakes.add(path, "\"*\" alone would allow every command — name one, or set approval to always_execute");
            return;
        }
        mistakes.require(
                words[0].indexOf('=') < 0,
                path,
                "\"%s\" begins by setting a variable, and such a command is always asked for — leave the rule out"
                        .formatted(rule));
        for (int i = 0; i < words.length; i++) {
            if (words[i].equals("*")) {
                mistakes.require(
                        i == words.length - 1, path, "\"%s\" has a * that is not its last word".formatted(rule));
            } else {
                mistakes.require(
                        AllowRule.isPlain(words[i]),
                        path,
                        "\"%s\" is not plain words — use letters, digits and ._/=:@%%+,- and at most a * at the end"
                                .formatted(rule));
            }
        }
    }
}
