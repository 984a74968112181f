package dev.switchboard.tools.exec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A word nobody can guess in the environment of a command, by which all it has started is known, also what has left its
 * session. What starts with an environment of its own making, or writes over it, does not have it any more.
 */
record CallMark(String word) {
    static final String VARIABLE = "SWITCHBOARD_CALL";

    private static final SecureRandom RANDOM = new SecureRandom();

    /** What a look at a process's environment tells. */
    enum Sight {
        MARKED,
        NOT_MARKED,
        /** It is between two programs, or has none: a later look may tell more. */
        EMPTY,
        /** The system does not let us look. */
        HIDDEN
    }

    static CallMark make() {
        var bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return new CallMark(HexFormat.of().formatHex(bytes));
    }

    Sight on(long pid) {
        try {
            var environment =
                    Files.readString(Path.of("/proc", Long.toString(pid), "environ"), StandardCharsets.ISO_8859_1);
            if (environment.isEmpty()) {
                return Sight.EMPTY;
            }
            return ("\0" + environment).contains("\0" + VARIABLE + "=" + word + "\0") ? Sight.MARKED : Sight.NOT_MARKED;
        } catch (AccessDeniedException _) {
            return Sight.HIDDEN;
        } catch (IOException _) {
            // Gone meanwhile.
            return Sight.NOT_MARKED;
        }
    }
}
