package dev.switchboard.core.failure;

import org.slf4j.LoggerFactory;

/**
 * Told of an error in a thread that everything else hangs on, such as the one that writes to the store. A process that
 * lives on without it answers nobody and looks well, so a gateway ends itself here, in words; the next start recovers.
 *
 * <p>Thread: the one that failed, which does nothing more after it.
 */
public interface FatalErrors {
    /** For whoever embeds a part and wants its own process left alone. */
    FatalErrors LOGGED =
            (where, error) -> LoggerFactory.getLogger(FatalErrors.class).error("{} failed for good", where, error);

    /** @param where what cannot go on, as the subject of a sentence: {@code The store's writer} */
    void report(String where, Throwable error);
}
