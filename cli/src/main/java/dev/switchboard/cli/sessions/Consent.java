package dev.switchboard.cli.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.switchboard.cli.console.Lines;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.remote.CommandException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Locale;

/** Asks before something that cannot be undone. Only a yes is a yes. */
final class Consent {
    private static final int LONGEST_LINE = 100;

    private Consent() {}

    /** @throws CommandException if there is nobody who could be asked */
    static boolean given(Streams streams, String question) {
        if (!streams.terminalIn()) {
            throw CommandException.misused(
                    "this cannot be undone, and here nobody can be asked — add --yes if it is meant");
        }
        streams.err().print(question + " [y/N] ");
        streams.err().flush();
        try {
            var line = new Lines(new InputStreamReader(streams.in(), UTF_8), LONGEST_LINE).next();
            return line != null
                    && switch (line.strip().toLowerCase(Locale.ROOT)) {
                        case "y", "yes" -> true;
                        default -> false;
                    };
        } catch (IOException e) {
            return false;
        }
    }
}
