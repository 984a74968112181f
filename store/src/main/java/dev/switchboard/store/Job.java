package dev.switchboard.store;

import dev.switchboard.core.failure.SwitchboardException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Work for a thread that owns a connection, and the place where its caller waits. */
final class Job<T> {

    /**
     * May be run again after a rollback: it changes nothing but the database and what {@link Participant}s take back.
     */
    interface Work<T> {
        T run(Statements sql) throws SQLException;
    }

    private final Work<T> work;
    private final boolean alone;
    private final CompletableFuture<T> done = new CompletableFuture<>();
    private @Nullable T result;

    Job(Work<T> work) {
        this(work, false);
    }

    private Job(Work<T> work, boolean alone) {
        this.work = work;
        this.alone = alone;
    }

    /** Work that no transaction may be open for. */
    static <T> Job<T> alone(Work<T> work) {
        return new Job<>(work, true);
    }

    boolean isAlone() {
        return alone;
    }

    /** Runs it; {@link #succeed} tells the caller. */
    void run(Statements sql) throws SQLException {
        result = work.run(sql);
    }

    void succeed() {
        done.complete(result);
    }

    void fail(Throwable failure) {
        done.completeExceptionally(failure);
    }

    boolean isDone() {
        return done.isDone();
    }

    /** Waits, deaf to interrupts: join() keeps the flag for later. Whoever took the job in always completes it. */
    T await() {
        try {
            return done.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof SwitchboardException failure) {
                // A failure is shared by a whole batch: each caller gets one of its own, with its own stack.
                throw new SwitchboardException(failure.code(), String.valueOf(failure.getMessage()), failure);
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }
}
