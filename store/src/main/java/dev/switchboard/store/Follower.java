package dev.switchboard.store;

import dev.switchboard.core.failure.FatalErrors;
import dev.switchboard.core.ledger.Masking;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Comes behind the ledger: writes down what last happened in the sessions, once a second and for all of them at once, and
 * fills the index of what was said. Nobody waits for it, and a writer that is busy is asked for little.
 *
 * <p>Thread: its own platform thread; {@code writeActivity} from anywhere.
 */
final class Follower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Follower.class);
    /** Between two batches of the index while others write: what it takes of the writer's time is a hundredth. */
    private static final Duration WHILE_BUSY = Duration.ofMillis(250);

    private static final Duration WHILE_AT_REST = Duration.ofMillis(1);

    private final SessionActivity activity;
    private final SearchIndex index;
    private final Writer writer;
    private final Masking masking;
    private final Duration pause;
    private final Rounds rounds;
    private boolean failing;
    /** The writer's commits when everything was in the index; negative if that is not known. */
    private long indexed = -1;

    Follower(
            SessionActivity activity,
            SearchIndex index,
            Writer writer,
            Masking masking,
            Duration pause,
            FatalErrors fatal) {
        this.activity = activity;
        this.index = index;
        this.writer = writer;
        this.masking = masking;
        this.pause = pause;
        // Without it the sessions would be listed as they were, for ever.
        this.rounds = new Rounds("store-follower", "What comes behind the ledger", this::go, fatal);
    }

    void start() {
        rounds.start();
    }

    private void go(Rounds rounds) {
        var wait = pause;
        long written = System.nanoTime();
        while (!rounds.isOver(wait)) {
            if (System.nanoTime() - written >= pause.toNanos()) {
                attempt(this::writeActivity);
                written = System.nanoTime();
            }
            wait = fillIndex();
        }
    }

    /** How long to wait before the next batch. */
    private Duration fillIndex() {
        long before = writer.commits();
        if (before == indexed) {
            return pause;
        }
        if (!attempt(index::fill)) {
            // Nothing to take: unless it failed, there will be nothing until somebody writes.
            indexed = failing ? -1 : before;
            return pause;
        }
        return writer.commits() - before > 1 ? WHILE_BUSY : WHILE_AT_REST;
    }

    private boolean attempt(BooleanSupplier part) {
        try {
            boolean done = part.getAsBoolean();
            failing = false;
            return done;
        } catch (RuntimeException e) {
            // Nobody's message hangs on this, so it is no reason to end the process.
            if (!failing) {
                log.warn(
                        "the list of sessions and what is found in them fall behind ({}); tried again", e.getMessage());
                failing = true;
            }
            return false;
        }
    }

    /**
     * Whether there was anything to write; returns after the commit. One at a time, so that what is older is never
     * written later.
     */
    synchronized boolean writeActivity() {
        var taken = activity.take();
        if (taken == null) {
            return false;
        }
        record Line(long row, long at, long seq, @Nullable String shown, long shownSeq) {}
        var lines = taken.latest().values().stream()
                .map(latest -> new Line(
                        latest.row(),
                        Times.nanos(latest.at()),
                        latest.seq(),
                        latest.text() == null
                                ? null
                                : NewSessions.shown(latest.text(), SessionActivity.MAX_TEXT, masking),
                        latest.textSeq()))
                .toList();
        writer.call(sql -> {
            for (var line : lines) {
                SessionActivity.write(sql, line.row(), line.at(), line.seq(), line.shown(), line.shownSeq());
            }
            return sql.update(SessionActivity.MARK, taken.message(), taken.ledger());
        });
        activity.written(taken);
        return true;
    }

    /** For tests: takes all there is. */
    void fillWholeIndex() {
        while (index.fill()) {
            // There is more.
        }
    }

    /** To be called while writer and readers still work, since it may be waiting for them. */
    @Override
    public void close() {
        rounds.close();
        attempt(this::writeActivity);
    }
}
