package dev.switchboard.app.command;

import dev.switchboard.json.text.NearestWord;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what the parser of the command line did not understand. Apart, because a plain start loads no parser. */
final class Misuse {
    private Misuse() {}

    static String sentence(ParameterException misuse) {
        CommandLine command = misuse.getCommandLine();
        if (misuse instanceof UnmatchedArgumentException unmatched) {
            return aboutWord(unmatched.getUnmatched().getFirst(), command);
        }
        String what = Objects.toString(misuse.getMessage()).lines().findFirst().orElse("cannot be understood");
        return "%s%s — %s --help shows what it takes"
                .formatted(
                        Character.toLowerCase(what.charAt(0)),
                        what.substring(1),
                        command.getCommandSpec().qualifiedName());
    }

    private static String aboutWord(String word, CommandLine command) {
        Set<String> commands = command.getCommandSpec().root().subcommands().keySet();
        if (word.startsWith("-")) {
            List<String> options = command.getCommandSpec().options().stream()
                    .map(option -> option.longestName())
                    .toList();
            return "unknown option \"%s\" — %s".formatted(word, NearestWord.hint(word, options));
        }
        Set<String> ofThis = command.getSubcommands().keySet();
        if (!ofThis.isEmpty()) {
            return "unknown command \"%s\" — %s".formatted(word, NearestWord.hint(word, ofThis));
        }
        return commands.contains(word)
                ? "\"%s\" must come first — switchboard %s …".formatted(word, word)
                : "unexpected \"%s\" — %s --help shows what it takes"
                        .formatted(word, command.getCommandSpec().qualifiedName());
    }
}
