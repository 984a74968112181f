package dev.switchboard.store;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.FatalErrors;
import dev.switchboard.core.failure.SwitchboardException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only one who writes. Takes all the work that waits, runs it in one transaction, commits once and then tells
 * everyone: the more callers wait, the more of them share an fsync.
 *
 * <p>Work that fails must not take its neighbours along: the batch is rolled back and its jobs run again one by one.
 * When the disk is to blame all of them fail at once, and the next batch tries anew. An {@link Error} is nobody's job's
 * fault and leaves the writer in no known state: it is reported as fatal.
 *
 * <p>Thread: {@code call} and {@code submit} from anywhere; all else on the writer's own platform thread.
 */
final class Writer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Writer.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Sqlite sqlite;
    private final Clock clock;
    private final int maxBatch;
    private final FatalErrors fatal;
    private final List<Participant> participants;
    private final WorkQueue<Job<?>> queue;
    private final Thread thread;
    private final AtomicLong commits = new AtomicLong();
    private volatile StoreHealth health = StoreHealth.WELL;
    private volatile boolean checkpointWanted;
    private @Nullable Statements open;

    Writer(
            Sqlite sqlite,
            Statements first,
            Clock clock,
            StoreSettings settings,
            List<Participant> participants,
            FatalErrors fatal) {
        this.sqlite = sqlite;
        this.open = first;
        this.clock = clock;
        this.maxBatch = settings.maxBatch();
        this.fatal = fatal;
        this.participants = List.copyOf(participants);
        this.queue = new WorkQueue<>(settings.writeQueue());
        this.thread = Thread.ofPlatform().name("store-writer").daemon().unstarted(this::loop);
    }

    void start() {
        thread.start();
    }

    /** Returns after the commit. */
    <T> T call(Job.Work<T> work) {
        if (Thread.currentThread().equals(thread)) {
            throw new IllegalStateException("the writer cannot wait for itself");
        }
        return submit(work).await();
    }

    /** Takes the work in; waits for room only. Work of one caller is committed in the order it was submitted. */
    <T> Job<T> submit(Job.Work<T> work) {
        var job = new Job<>(work);
        if (!queue.put(job)) {
            job.fail(Failures.closed());
        }
        return job;
    }

    /**
     * As {@link #submit}, for work nobody is kept waiting by: it shares the commit of what comes next instead of asking
     * for one of its own, which would hold the next caller up. Without company it is written after a few milliseconds.
     */
    <T> Job<T> submitWithoutHurry(Job.Work<T> work) {
        var job = new Job<>(work);
        if (!queue.putWithoutHurry(job)) {
            job.fail(Failures.closed());
        }
        return job;
    }

    /** Someone waits after all for what was submitted without hurry. */
    void hurry() {
        queue.nudge();
    }

    /** A participant will have something to commit by then. */
    void nudgeAfter(Duration time) {
        queue.nudgeAfter(time);
    }

    /** Does what cannot be done in a transaction, between two of them; everyone who writes waits meanwhile. */
    <T> T alone(Job.Work<T> work) {
        var job = Job.alone(work);
        if (!queue.put(job)) {
            job.fail(Failures.closed());
        }
        return job.await();
    }

    /** Copies the rest of the log between two batches, so that the next one starts the log over. */
    void finishCheckpoint() {
        checkpointWanted = true;
        queue.nudge();
    }

    int queueDepth() {
        return queue.size();
    }

    /** Transactions that changed something; each had its fsync. */
    long commits() {
        return commits.get();
    }

    StoreHealth health() {
        return health;
    }

    private void loop() {
        var batch = new ArrayList<Job<?>>();
        try {
            while (queue.take(batch, maxBatch)) {
                write(batch);
                batch.clear();
                if (checkpointWanted) {
                    checkpointWanted = false;
                    checkpoint();
                }
            }
        } catch (Throwable e) {
            fatal.report("The store's writer", e);
        } finally {
            die(batch);
        }
    }

    private void write(List<Job<?>> batch) {
        for (int i = 0; i < batch.size(); i++) {
            if (batch.get(i).isAlone()) {
                write(batch.subList(0, i));
                runAlone(batch.get(i));
                write(batch.subList(i + 1, batch.size()));
                return;
            }
        }
        writeTogether(batch);
    }

    private void runAlone(Job<?> job) {
        try {
            var sql = statements();
            sql.connection().setAutoCommit(true);
            try {
                job.run(sql);
            } finally {
                sql.connection().setAutoCommit(false);
            }
        } catch (SQLException | RuntimeException e) {
            rollBack();
            job.fail(Failures.of(e));
            return;
        }
        job.succeed();
    }

    private void writeTogether(List<Job<?>> batch) {
        var failure = transact(batch, true);
        if (failure == null) {
            return;
        }
        if (Failures.isUnavailable(failure)) {
            note(failure);
            batch.forEach(job -> job.fail(failure));
            return;
        }
        for (var job : batch) {
            var own = transact(List.of(job), false);
            if (own != null) {
                job.fail(own);
            }
        }
        var rest = transact(List.of(), true);
        if (rest != null) {
            log.atError().setCause(rest).log("what should have joined a commit was dropped");
            participants.forEach(Participant::giveUp);
        }
    }

    /** Null if it is committed. */
    private @Nullable RuntimeException transact(List<Job<?>> jobs, boolean withParticipants) {
        try {
            var sql = statements();
            long before = sql.changes();
            for (var job : jobs) {
                job.run(sql);
            }
            if (withParticipants) {
                for (var participant : participants) {
                    participant.beforeCommit(sql);
                }
            }
            sql.connection().commit();
            if (sql.changes() != before) {
                commits.incrementAndGet();
                health = StoreHealth.WELL;
            }
        } catch (SQLException | RuntimeException e) {
            rollBack();
            participants.forEach(Participant::rolledBack);
            return Failures.of(e);
        }
        participants.forEach(Participant::committed);
        jobs.forEach(Job::succeed);
        return null;
    }

    private Statements statements() {
        var sql = open;
        if (sql == null) {
            try {
                sql = new Statements(sqlite.openWriter());
            } catch (SQLException e) {
                throw Failures.cannotOpen(e);
            }
            open = sql;
        }
        return sql;
    }

    /**
     * After some errors SQLite has rolled back by itself, and then asking for it fails. Whatever state that leaves the
     * connection in, a fresh one is in none.
     */
    private void rollBack() {
        var sql = open;
        if (sql == null) {
            return;
        }
        try {
            sql.connection().rollback();
        } catch (SQLException e) {
            log.atDebug().setCause(e).log("the writer opens its connection anew");
            disconnect();
        }
    }

    private void disconnect() {
        var sql = open;
        open = null;
        if (sql != null) {
            try {
                sql.close();
            } catch (SQLException e) {
                log.atWarn().setCause(e).log("the writer's connection did not close");
            }
        }
    }

    private void checkpoint() {
        try {
            Sqlite.checkpoint(statements().connection());
        } catch (SQLException | SwitchboardException e) {
            log.atDebug().setCause(e).log("the log could not be checkpointed; the keeper will come again");
        }
    }

    private void note(RuntimeException failure) {
        if (health.isWell()) {
            if (failure instanceof SwitchboardException e && e.code() == ErrorCode.STORE_UNAVAILABLE) {
                // The disk is to blame and the words say so; it may come and go while there is hardly any room.
                log.error("writing to the store fails: {}", e.getMessage());
            } else {
                log.atError().setCause(failure).log("writing to the store fails");
            }
            health = new StoreHealth(failure.getMessage(), clock.instant());
        }
    }

    /** Nobody may be left waiting for a thread that is gone. */
    private void die(List<Job<?>> batch) {
        queue.close();
        queue.take(batch, Integer.MAX_VALUE);
        batch.forEach(job -> job.fail(Failures.closed()));
        health = new StoreHealth("the store is closed", clock.instant());
        disconnect();
    }

    /** What was taken in is still written. */
    @Override
    public void close() {
        participants.forEach(Participant::closing);
        queue.close();
        try {
            if (!thread.join(PATIENCE)) {
                log.warn("the writer is still busy after {}", PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
