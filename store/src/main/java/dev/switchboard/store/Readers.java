package dev.switchboard.store;

import dev.switchboard.core.failure.FatalErrors;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A few platform threads that read, each with a connection of its own: a query blocks its thread in native code, and
 * virtual threads must not be held up by that.
 *
 * <p>Thread: {@code call} from anywhere.
 */
final class Readers implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Readers.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Sqlite sqlite;
    private final WorkQueue<Job<?>> queue;
    private final FatalErrors fatal;
    private final List<Thread> threads = new ArrayList<>();

    Readers(Sqlite sqlite, StoreSettings settings, FatalErrors fatal) {
        this.sqlite = sqlite;
        this.fatal = fatal;
        this.queue = new WorkQueue<>(settings.readQueue());
        for (int i = 1; i <= settings.readers(); i++) {
            threads.add(Thread.ofPlatform().name("store-reader-" + i).daemon().unstarted(this::loop));
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Sees everything that was committed before the call. */
    <T> T call(Job.Work<T> work) {
        var job = new Job<>(work);
        if (!queue.put(job)) {
            throw Failures.closed();
        }
        return job.await();
    }

    private void loop() {
        var taken = new ArrayList<Job<?>>(1);
        try {
            Statements sql = null;
            while (queue.take(taken, 1)) {
                for (var job : taken) {
                    sql = read(job, sql);
                }
                taken.clear();
            }
            close(sql);
        } catch (Throwable e) {
            // A reader fewer would be felt by nobody, until the last one is gone and everyone waits.
            fatal.report("One of the store's readers", e);
        }
    }

    private @Nullable Statements read(Job<?> job, @Nullable Statements open) {
        var sql = open;
        try {
            if (sql == null) {
                sql = new Statements(sqlite.openReader());
            }
            job.run(sql);
        } catch (SQLException e) {
            job.fail(Failures.of(e));
            close(sql);
            return null;
        } catch (RuntimeException e) {
            job.fail(Failures.of(e));
            return sql;
        } catch (Error e) {
            // The rows of one question may be more than there is memory for. Whoever asked is told; a fresh connection
            // is in no half-read state.
            job.fail(e);
            close(sql);
            return null;
        }
        job.succeed();
        return sql;
    }

    private static void close(@Nullable Statements sql) {
        try {
            if (sql != null) {
                sql.close();
            }
        } catch (SQLException e) {
            log.atWarn().setCause(e).log("a reader's connection did not close");
        }
    }

    /** What was taken in is still answered. */
    @Override
    public void close() {
        queue.close();
        try {
            for (var thread : threads) {
                thread.join(PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
