package dev.switchboard.app.command;

import dev.switchboard.app.config.InvalidConfigException;
import dev.switchboard.app.data.DataFolderException;
import dev.switchboard.app.device.DeviceException;
import dev.switchboard.app.device.WrongOptionException;
import dev.switchboard.app.remote.CommandException;
import dev.switchboard.core.failure.NearestWord;
import dev.switchboard.core.failure.SwitchboardException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever went wrong into a line for a person, what happened and what to do next, and an exit code. */
final class Complaints {
    static final int FAILED = 1;
    static final int MISUSED = 2;

    private final Screen screen;
    private final boolean debug;

    /** @param debug shows the stack trace as well */
    Complaints(Screen screen, boolean debug) {
        this.screen = screen;
        this.debug = debug;
    }

    int about(Throwable failure) {
        return switch (failure) {
            case ParameterException misuse -> say(MISUSED, sentence(misuse), misuse);
            case InvalidConfigException invalid -> say(MISUSED, invalid.getMessage(), invalid);
            case WrongOptionException wrong -> say(MISUSED, wrong.getMessage(), wrong);
            case SwitchboardException ours -> say(FAILED, ours.getMessage(), ours);
            case DataFolderException folder -> say(FAILED, folder.getMessage(), folder);
            case CommandException refused -> say(refused.exitCode(), refused.getMessage(), refused);
            case DeviceException device -> say(FAILED, device.getMessage(), device);
            default ->
                say(
                        FAILED,
                        "%s — run it again with SWITCHBOARD_DEBUG=1 and report what it shows".formatted(failure),
                        failure);
        };
    }

    private int say(int exitCode, @Nullable String sentence, Throwable failure) {
        screen.err().println("switchboard: " + Objects.requireNonNullElseGet(sentence, failure::toString));
        if (debug) {
            failure.printStackTrace(screen.err());
        }
        return exitCode;
    }

    private static String sentence(ParameterException misuse) {
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
