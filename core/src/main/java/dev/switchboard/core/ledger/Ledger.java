package dev.switchboard.core.ledger;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The append-only record of every session. Events of one append are committed together and take consecutive numbers;
 * numbers start at 1 and are never used again.
 */
public interface Ledger {
    /** How many events a page holds at most. */
    int MAX_PAGE = 500;

    /** What the events of a page may have as JSON together, in characters; one event alone may have more. */
    int MAX_PAGE_SIZE = 1024 * 1024;

    /** A run as {@code /api/runs/{id}} shows it. */
    record RunSummary(
            RunId run,
            SessionId session,
            String messageId,
            Instant startedAt,
            @Nullable Instant finishedAt,
            int attempts,
            @Nullable FinishReason finishReason) {}

    /** Told of every commit, on the writer's thread, in order: be quick and never throw. */
    interface CommitListener {
        void committed(SessionId session, List<Recorded> events);
    }

    /** A write that was handed over. */
    interface Pending {
        /** Waits, deaf to interrupts, until it is on disk. */
        void await();

        /** Whether {@link #await} returns or throws at once. */
        default boolean isDone() {
            return true;
        }
    }

    /**
     * Records the start of a run for the message with this number. Returns at once: a later write of the same run is
     * committed after it, so only who shows the effect of the start has to wait.
     */
    Pending start(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events);

    /** Records what happened in a run; returns after the commit. */
    void append(SessionEpoch at, RunId run, List<RunEvent> events);

    /**
     * Records the final event of a message, and what comes with it; returns after the commit. False, and nothing
     * recorded, if the message already has one.
     *
     * @param events the last events of the run, exactly one of them a {@link RunEvent.Final}
     */
    boolean finish(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events);

    /**
     * Events after this number, oldest first: as many as {@code limit} and {@link #MAX_PAGE_SIZE} allow, and one at least
     * if there is one. So a page that is not full says nothing of what follows; an empty one says that nothing does.
     */
    List<Recorded> after(SessionId session, long seq, int limit);

    /** All events after this number, oldest first, page by page. */
    default void each(SessionId session, long seq, Consumer<Recorded> seen) {
        long cursor = seq;
        for (List<Recorded> page;
                !(page = after(session, cursor, MAX_PAGE)).isEmpty();
                cursor = page.getLast().seq()) {
            page.forEach(seen);
        }
    }

    /** Events before this number, newest first; bounded like {@link #after}. */
    List<Recorded> before(SessionId session, long seq, int limit);

    /** The highest number in the session, 0 when there is none. */
    long lastSeq(SessionId session);

    Optional<RunSummary> run(RunId run);

    void onCommit(CommitListener listener);
}
