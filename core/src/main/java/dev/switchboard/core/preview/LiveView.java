package dev.switchboard.core.preview;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.Recorded;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session as it happens: its events from a number on, and between them what its model says, in the order in which
 * they came about. What waits to be read is put together, so that a slow reader holds a few pieces at most.
 *
 * <p>Thread: one reads; the model's words come from the session's loop; any closes.
 */
public final class LiveView implements AutoCloseable {

    /** One thing to show. */
    public sealed interface Seen {
        record Event(Recorded recorded) implements Seen {}

        /** @param offset where in the run's present text this piece begins, in characters */
        record Text(RunId run, String piece, int offset) implements Seen {}

        /** What was shown of this run's present text no longer counts. */
        record Retracted(RunId run) implements Seen {}
    }

    /**
     * What was said and not read yet.
     *
     * @param after the number of the newest event when it was said
     * @param text of a {@link Seen.Text}, to which what follows it is added
     */
    private record Said(long after, Seen seen, @Nullable StringBuilder text) {
        Seen whole() {
            return seen instanceof Seen.Text(var run, var _, var offset) && text != null
                    ? new Seen.Text(run, text.toString(), offset)
                    : seen;
        }

        boolean takes(Seen.Text more, long newest) {
            return text != null
                    && after == newest
                    && seen instanceof Seen.Text(var run, var _, var offset)
                    && more.run().equals(run)
                    && more.offset() == offset + text.length();
        }
    }

    private final Feed.Subscription events;
    private final @Nullable AutoCloseable words;
    private final ArrayDeque<Said> said = new ArrayDeque<>();
    private long cursor;

    private LiveView(Feed feed, SessionId session, long after, @Nullable Previews previews) {
        this.events = feed.subscribe(session, after);
        this.cursor = after;
        this.words = previews == null ? null : previews.watch(session, new Words());
    }

    /** Events after this number, and what is said from now on; who comes in the middle gets the text so far. */
    public static LiveView of(Feed feed, Previews previews, SessionId session, long after) {
        return new LiveView(feed, session, after, previews);
    }

    /** Events alone. */
    public static LiveView ofEvents(Feed feed, SessionId session, long after) {
        return new LiveView(feed, session, after, null);
    }

    /** The number of the newest event there is. */
    public long reached() {
        return events.reached();
    }

    /** The number of the last event that was read. */
    public long cursor() {
        return cursor;
    }

    /** What comes next; empty if nothing came within {@code patience}, and at once when closed. */
    public List<Seen> next(Duration patience) throws InterruptedException {
        var committed = events.next(patience);
        var seen = new ArrayList<Seen>();
        synchronized (said) {
            for (var event : committed) {
                takeUpTo(event.seq() - 1, seen);
                seen.add(new Seen.Event(event));
                cursor = event.seq();
            }
            takeUpTo(cursor, seen);
        }
        return seen;
    }

    private void takeUpTo(long seq, List<Seen> seen) {
        while (!said.isEmpty() && said.getFirst().after() <= seq) {
            seen.add(said.removeFirst().whole());
        }
    }

    /** Nothing is heard after this; whoever waits is woken. */
    @Override
    public void close() {
        if (words != null) {
            try {
                words.close();
            } catch (Exception e) {
                throw new IllegalStateException("watching a preview could not be ended", e);
            }
        }
        events.close();
    }

    private final class Words implements Previews.Watcher {
        @Override
        public void text(RunId run, String piece, int offset) {
            say(new Seen.Text(run, piece, offset));
        }

        @Override
        public void retracted(RunId run) {
            say(new Seen.Retracted(run));
        }

        private void say(Seen seen) {
            long after = events.reached();
            synchronized (said) {
                var last = said.peekLast();
                if (!(seen instanceof Seen.Text more)) {
                    said.addLast(new Said(after, seen, null));
                } else if (last != null && last.text() != null && last.takes(more, after)) {
                    last.text().append(more.piece());
                } else {
                    said.addLast(new Said(after, more, new StringBuilder(more.piece())));
                }
            }
            events.nudge();
        }
    }
}
