package dev.switchboard.app.gateway;

import dev.switchboard.core.failure.FatalErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process, in one line: a gateway whose writer or event loop is gone would look well and answer nobody. What was
 * acknowledged is on disk, so whoever starts it again (a person, systemd, a container's restart policy) loses nothing.
 */
final class LastWords implements FatalErrors {
    /** EX_SOFTWARE of sysexits.h: an error inside the program, and none of those that a second start cannot mend. */
    static final int EXIT_CODE = 70;

    private static final Logger log = LoggerFactory.getLogger(LastWords.class);

    @Override
    public void report(String where, Throwable error) {
        try {
            var frames = error.getStackTrace();
            log.atError()
                    .addKeyValue("error", error)
                    .addKeyValue("at", frames.length == 0 ? "unknown" : frames[0])
                    .log(
                            "{} cannot go on, so this gateway ends now. Nothing that was acknowledged is lost: start it"
                                    + " again, and it goes on with what it was doing.",
                            where);
        } finally {
            // Not exit(): what its hooks would wait for is what has failed. Also when there is no memory for a line.
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }
}
