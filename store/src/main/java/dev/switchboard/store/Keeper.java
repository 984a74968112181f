package dev.switchboard.store;

import dev.switchboard.core.failure.SwitchboardException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the store tidy: copies the log into the database while the writer goes on, and lets old channel events and the
 * private record of old runs go.
 *
 * <p>A writer that never rests would keep the log growing, since there is always a page the checkpoint has not seen.
 * So when the log is long the keeper copies the bulk and asks the writer to copy the short rest between two batches;
 * the writer's next page then starts the log over.
 *
 * <p>Thread: its own platform thread.
 */
final class Keeper implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Keeper.class);
    /** 32 MiB of 4 KiB pages. */
    private static final int LONG_LOG = 8_192;

    /** Under load the log grows by its whole length in less than the usual pause. */
    private static final Duration SHORT_PAUSE = Duration.ofMillis(200);

    private static final Duration BETWEEN_CLEANINGS = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Sqlite sqlite;
    private final Writer writer;
    private final SqlChannelEventLog channelEvents;
    private final JournalRetention runs;
    private final Duration pause;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private long commitsSeen;
    private boolean hurried;
    private boolean failing;

    Keeper(
            Sqlite sqlite,
            Writer writer,
            SqlChannelEventLog channelEvents,
            JournalRetention runs,
            StoreSettings settings) {
        this.sqlite = sqlite;
        this.writer = writer;
        this.channelEvents = channelEvents;
        this.runs = runs;
        this.pause = settings.keeperPause();
        this.thread = Thread.ofPlatform().name("store-keeper").daemon().unstarted(this::loop);
    }

    void start() {
        thread.start();
    }

    private void loop() {
        Statements sql = null;
        long nextCleaning = System.nanoTime();
        while (!stopped()) {
            sql = checkpoint(sql);
            if (System.nanoTime() - nextCleaning >= 0) {
                clean();
                nextCleaning = System.nanoTime() + BETWEEN_CLEANINGS.toNanos();
            }
        }
        close(sql);
    }

    private boolean stopped() {
        try {
            var wait = hurried ? SHORT_PAUSE : pause;
            return stop.await(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // Nobody interrupts the keeper to stop it; it has close().
            return false;
        }
    }

    private @Nullable Statements checkpoint(@Nullable Statements open) {
        long commits = writer.commits();
        if (commits == commitsSeen) {
            hurried = false;
            return open;
        }
        var sql = open;
        try {
            if (sql == null) {
                sql = new Statements(sqlite.openCheckpointer());
            }
            var done = Sqlite.checkpoint(sql.connection());
            commitsSeen = commits;
            failing = false;
            hurried = done.logPages() >= LONG_LOG / 2;
            if (done.logPages() >= LONG_LOG) {
                writer.finishCheckpoint();
            }
            return sql;
        } catch (SQLException e) {
            if (!failing) {
                log.warn("the log cannot be checkpointed ({}); it is tried again until it can", e.getMessage());
                failing = true;
            }
            close(sql);
            return null;
        }
    }

    private void clean() {
        try {
            channelEvents.forgetOldEvents();
            runs.forgetOldRuns();
        } catch (SwitchboardException e) {
            log.warn("what is old could not be removed ({}); it will be tried again", e.getMessage());
        }
    }

    private static void close(@Nullable Statements sql) {
        try {
            if (sql != null) {
                sql.close();
            }
        } catch (SQLException e) {
            log.atWarn().setCause(e).log("the keeper's connection did not close");
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
