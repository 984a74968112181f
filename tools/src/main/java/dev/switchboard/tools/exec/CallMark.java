package dev.switchboard.tools.exec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * By what all that a command has started is known, also what has left its session: a word nobody can guess in its
 * environment, and a number made of it as a limit of the system that limits nothing.
 *
 * <p>Programs start others with an environment of their own making every day. The limit stays through that, through every
 * fork and exec, and the system lets everybody read it. It is the one on resident memory, which Linux has not heeded since
 * 2.4.30, and half an exbibyte at least, for those who read it themselves. What lowers it and drops the word as well does
 * so on purpose and is not found, and neither is what another program was asked to start, such as cron or a container's
 * daemon.
 */
record CallMark(String word) {
    static final String VARIABLE = "SWITCHBOARD_CALL";

    /** Of the word, which are 48 bits. */
    private static final int DIGITS = 12;

    private static final long LEAST_KIBIBYTES = 1L << 49;
    private static final Pattern LIMIT = Pattern.compile("^Max resident set\\s+\\S+\\s+(\\d+)\\s", Pattern.MULTILINE);

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

    /** As {@code ulimit -m} takes it. */
    long kibibytes() {
        return LEAST_KIBIBYTES + HexFormat.fromHexDigitsToLong(word, 0, DIGITS);
    }

    Sight on(long pid) {
        var process = Path.of("/proc", Long.toString(pid));
        return limits(process) ? Sight.MARKED : inEnvironment(process);
    }

    private boolean limits(Path process) {
        try {
            // The one it may not raise: a program may have lowered the other.
            var limit = LIMIT.matcher(Files.readString(process.resolve("limits"), StandardCharsets.ISO_8859_1));
            return limit.find() && limit.group(1).equals(Long.toString(kibibytes() * 1024));
        } catch (IOException _) {
            return false;
        }
    }

    private Sight inEnvironment(Path process) {
        try {
            var environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
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
