package dev.switchboard.store;

import dev.switchboard.core.failure.FatalErrors;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the store tidy: copies the log into the database, and lets old channel events, the private record of old runs
 * and what was said in sessions that were begun anew go.
 *
 * <p>Thread: its own platform thread.
 */
final class Keeper implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Keeper.class);

    /** Under load the log grows by its whole length in less than the usual pause. */
    private static final Duration SHORT_PAUSE = Duration.ofMillis(200);

    private static final Duration BETWEEN_CLEANINGS = Duration.ofMinutes(1);
    private final Checkpoints checkpoints;
    private final SqlChannelEventLog channelEvents;
    private final JournalRetention runs;
    private final Erasures erasures;
    private final Duration pause;
    private final Rounds rounds;

    Keeper(
            Checkpoints checkpoints,
            SqlChannelEventLog channelEvents,
            JournalRetention runs,
            Erasures erasures,
            Duration pause,
            FatalErrors fatal) {
        this.checkpoints = checkpoints;
        this.channelEvents = channelEvents;
        this.runs = runs;
        this.erasures = erasures;
        this.pause = pause;
        // Without it the log beside the database grows until the disk is full.
        this.rounds = new Rounds("store-keeper", "The store's keeper", this::go, fatal);
    }

    void start() {
        rounds.start();
    }

    private void go(Rounds rounds) throws Exception {
        boolean soon = false;
        long nextCleaning = System.nanoTime();
        try (checkpoints) {
            runs.tidyFiles();
            while (!rounds.isOver(soon ? SHORT_PAUSE : pause)) {
                soon = checkpoints.look();
                erasures.look();
                if (System.nanoTime() - nextCleaning >= 0) {
                    clean();
                    nextCleaning = System.nanoTime() + BETWEEN_CLEANINGS.toNanos();
                }
            }
        }
    }

    private void clean() {
        try {
            channelEvents.forgetOldEvents();
            runs.forgetOldRuns();
        } catch (RuntimeException e) {
            log.warn("what is old could not be removed ({}); it will be tried again", e.getMessage());
        }
    }

    /** To be called while writer and readers still work, since it may be waiting for them. */
    @Override
    public void close() {
        rounds.close();
    }
}
