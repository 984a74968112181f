package dev.switchboard.core.preview;

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

        /** Of something that grows. */
        sealed interface Piece extends Seen {
            String piece();

            /** Where in the whole this piece begins, in characters. */
            int offset();

            boolean isOfTheSame(Piece other);

            Piece with(String longer);
        }

        /** Of what a message says. */
        record Text(Written message, String piece, int offset) implements Piece {
            @Override
            public boolean isOfTheSame(Piece other) {
                return other instanceof Text text && text.message().equals(message);
            }

            @Override
            public Piece with(String longer) {
                return new Text(message, longer, offset);
            }
        }

        /** Of the arguments of a call, which are JSON. */
        record Call(Written message, String callId, String tool, String piece, int offset) implements Piece {
            @Override
            public boolean isOfTheSame(Piece other) {
                return other instanceof Call call
                        && call.message().equals(message)
                        && call.callId().equals(callId);
            }

            @Override
            public Piece with(String longer) {
                return new Call(message, callId, tool, longer, offset);
            }
        }

        /** What was shown of this message no longer counts, its calls included. */
        record Retracted(Written message) implements Seen {}
    }

    /**
     * What was said and not read yet.
     *
     * @param after the number of the newest event when it was said
     * @param text of a {@link Seen.Piece}, to which what follows it is added
     */
    private record Said(long after, Seen seen, @Nullable StringBuilder text) {
        Seen whole() {
            return seen instanceof Seen.Piece piece && text != null ? piece.with(text.toString()) : seen;
        }

        boolean takes(Seen.Piece more, long newest) {
            return text != null
                    && after == newest
                    && seen instanceof Seen.Piece begun
                    && more.isOfTheSame(begun)
                    && more.offset() == begun.offset() + text.length();
        }
    }

    private final Feed.Subscription events;
    private final @Nullable AutoCloseable words;
    private final ArrayDeque<Said> said = new ArrayDeque<>();
    private final long begunAt;
    private long cursor;

    private LiveView(Feed feed, SessionId session, long after, @Nullable Previews previews) {
        this.events = feed.subscribe(session, after);
        this.cursor = after;
        // Before the first word is heard: none is then shown before an event that had happened when this began.
        this.begunAt = events.reached();
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

    /** The number of the newest event there was when this began; all that is said is shown after it. */
    public long begunAt() {
        return begunAt;
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
        public void text(Written message, String piece, int offset) {
            say(new Seen.Text(message, piece, offset));
        }

        @Override
        public void call(Written message, String callId, String tool, String piece, int offset) {
            say(new Seen.Call(message, callId, tool, piece, offset));
        }

        @Override
        public void retracted(Written message) {
            say(new Seen.Retracted(message));
        }

        private void say(Seen seen) {
            long after = events.reached();
            synchronized (said) {
                var last = said.peekLast();
                if (!(seen instanceof Seen.Piece more)) {
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
