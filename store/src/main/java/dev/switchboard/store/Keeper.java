package dev.switchboard.store;

import dev.switchboard.core.failure.FatalErrors;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the store tidy: copies the log into the database, and lets old channel events and the private record of old runs
 * go.
 *
 * <p>Thread: its own platform thread.
 */
final class Keeper implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Keeper.class);

    /** Under load the log grows by its whole length in less than the usual pause. */
    private static final Duration SHORT_PAUSE = Duration.ofMillis(200);

    private static final Duration BETWEEN_CLEANINGS = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Checkpoints checkpoints;
    private final SqlChannelEventLog channelEvents;
    private final JournalRetention runs;
    private final Duration pause;
    private final FatalErrors fatal;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;

    Keeper(
            Checkpoints checkpoints,
            SqlChannelEventLog channelEvents,
            JournalRetention runs,
            Duration pause,
            FatalErrors fatal) {
        this.checkpoints = checkpoints;
        this.channelEvents = channelEvents;
        this.runs = runs;
        this.pause = pause;
        this.fatal = fatal;
        this.thread = Thread.ofPlatform().name("store-keeper").daemon().unstarted(this::loop);
    }

    void start() {
        thread.start();
    }

    private void loop() {
        boolean soon = false;
        long nextCleaning = System.nanoTime();
        try (checkpoints) {
            runs.closeToOthers();
            while (!stopped(soon ? SHORT_PAUSE : pause)) {
                soon = checkpoints.look();
                if (System.nanoTime() - nextCleaning >= 0) {
                    clean();
                    nextCleaning = System.nanoTime() + BETWEEN_CLEANINGS.toNanos();
                }
            }
        } catch (Throwable e) {
            // Without it the log beside the database grows until the disk is full.
            fatal.report("The store's keeper", e);
        }
    }

    private boolean stopped(Duration wait) {
        try {
            return stop.await(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // Nobody interrupts the keeper to stop it; it has close().
            return false;
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
        stop.countDown();
        try {
            thread.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
