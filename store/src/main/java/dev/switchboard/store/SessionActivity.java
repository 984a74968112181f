package dev.switchboard.store;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What last happened in the sessions in use. A list shows it, but to write it with each message would cost every message
 * a row more: it is kept here and written for all of them at once ({@link Follower}), with the mark of how far that goes.
 * What a crash takes from here, the next start reads from the ledger behind the mark.
 *
 * <p>Thread: {@code latest}, {@code take}, {@code written} and {@code watch} from anywhere; all else on the writer's.
 */
final class SessionActivity implements Participant {
    static final String WRITE = """
        UPDATE session SET last_at = max(last_at, ?), last_seq = max(last_seq, ?),
            last_text = CASE WHEN ? > low_water THEN coalesce(?, last_text) ELSE last_text END
        WHERE id = ?\
        """;
    static final String MARK =
            "UPDATE mark SET message = max(message, ?), ledger = max(ledger, ?) WHERE name = 'activity'";

    /** The characters of what was last said that a list shows. */
    static final int MAX_TEXT = 160;

    /**
     * @param row the session's
     * @param text what was last said, or the beginning of it; null if nothing was since it was last written
     * @param textSeq the number it was said under, or one just behind it; it is gone when the session is begun anew
     */
    record Latest(long row, Instant at, long seq, @Nullable String text, long textSeq) {
        Latest(long row, Instant at, long seq, @Nullable String text) {
            this(row, at, seq, text, seq);
        }

        Latest followedBy(Latest next) {
            var at = next.at.isBefore(this.at) ? this.at : next.at;
            return next.text == null
                    ? new Latest(row, at, next.seq, text, textSeq)
                    : new Latest(row, at, next.seq, next.text, next.textSeq);
        }

        Latest withoutText() {
            return new Latest(row, at, seq, null);
        }
    }

    /** What is to be written, and the rows of message and ledger up to which it is all there is. */
    record Taken(Map<SessionId, Latest> latest, long message, long ledger) {}

    /** @param begunAnew whether nothing that was said before is to be shown any more */
    private record Change(SessionId session, @Nullable Latest latest, long message, long ledger, boolean begunAnew) {
        Change(SessionId session, @Nullable Latest latest, long message, long ledger) {
            this(session, latest, message, ledger, false);
        }
    }

    private final List<Change> uncommitted = new ArrayList<>();
    private final Map<SessionId, Latest> unwritten = new HashMap<>();
    private final List<ChangedSessions> watches = new CopyOnWriteArrayList<>();
    private long message;
    private long ledger;

    void admitted(SessionId session, long row, long messageId, long seq, Instant at, RunEvent.UserMessage event) {
        var text = event.format() == null ? NewSessions.enough(event.text()) : null;
        uncommitted.add(new Change(session, new Latest(row, at, seq, text), messageId, 0));
    }

    /** @param seq of the first of them */
    void appended(SessionId session, long row, long ledgerId, long seq, Instant at, List<RunEvent> events) {
        var latest = new Latest(row, at, seq + events.size() - 1, spoken(events));
        uncommitted.add(new Change(session, latest, 0, ledgerId));
    }

    /** Something else changed that a list shows. */
    void changed(SessionId session) {
        uncommitted.add(new Change(session, null, 0, 0));
    }

    /** To be called before what the session begins with is appended. */
    void begunAnew(SessionId session) {
        uncommitted.add(new Change(session, null, 0, 0, true));
    }

    /** What people or an agent last said among these, or the beginning of it. */
    static @Nullable String spoken(List<? extends RunEvent> events) {
        for (var event : events.reversed()) {
            var said = event instanceof RunEvent.ToolEnd ? null : SaidText.of(event);
            if (said != null) {
                return NewSessions.enough(said.text());
            }
        }
        return null;
    }

    @Override
    public void committed() {
        if (uncommitted.isEmpty()) {
            return;
        }
        synchronized (unwritten) {
            for (var change : uncommitted) {
                if (change.begunAnew()) {
                    unwritten.computeIfPresent(change.session(), (_, latest) -> latest.withoutText());
                }
                if (change.latest() != null) {
                    unwritten.merge(change.session(), change.latest(), Latest::followedBy);
                }
                message = Math.max(message, change.message());
                ledger = Math.max(ledger, change.ledger());
            }
        }
        for (var watch : watches) {
            uncommitted.forEach(change -> watch.changed(change.session()));
        }
        uncommitted.clear();
    }

    @Override
    public void rolledBack() {
        uncommitted.clear();
    }

    /** What is not yet in the session's row; null if all is. Ask before reading the row. */
    @Nullable
    Latest latest(SessionId session) {
        synchronized (unwritten) {
            return unwritten.get(session);
        }
    }

    /** All that is to be written; null if nothing is. */
    @Nullable
    Taken take() {
        synchronized (unwritten) {
            return unwritten.isEmpty() ? null : new Taken(new HashMap<>(unwritten), message, ledger);
        }
    }

    /** These are in their rows; what came meanwhile stays. */
    void written(Taken taken) {
        synchronized (unwritten) {
            taken.latest().forEach(unwritten::remove);
        }
    }

    static void write(Statements sql, long row, long at, long seq, @Nullable String shown, long shownSeq)
            throws SQLException {
        sql.update(WRITE, at, seq, shownSeq, shown, row);
    }

    void watch(ChangedSessions watch) {
        watches.add(watch);
    }

    void unwatch(ChangedSessions watch) {
        watches.remove(watch);
    }
}
