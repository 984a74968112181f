package dev.switchboard.store;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a session's ledger. Messages and appends lie in two tables and are merged by number in one statement, so
 * that both are seen at the same moment. A row holds several events: a page is cut inside a row where it has to be, after
 * so many events or so much of them ({@link Ledger#MAX_PAGE_SIZE}).
 */
final class LedgerPage {
    private static final String APPENDS =
            "SELECT seq, at, events, body, NULL AS event_id, NULL, NULL, NULL, NULL, NULL, NULL FROM ledger";
    // As it was shown when it came: the text of one that came without is another event's.
    private static final String MESSAGES = "SELECT seq, accepted_at, 1, NULL, event_id, message_id, channel_id,"
            + " peer_id, user_id, CASE WHEN format IS NULL THEN text ELSE '' END, format FROM message";

    // The append that holds the cursor may go on behind it, so the walk begins there.
    static final String AFTER = APPENDS + " WHERE session = ?"
            + " AND seq >= (SELECT coalesce(max(seq), 0) FROM ledger WHERE session = ? AND seq <= ?) UNION ALL "
            + MESSAGES + " WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?";

    static final String BEFORE = APPENDS + " WHERE session = ? AND seq < ? AND seq > ? UNION ALL " + MESSAGES
            + " WHERE session = ? AND seq < ? AND seq > ? ORDER BY seq DESC LIMIT ?";

    static final String SESSION = "SELECT id, low_water FROM session WHERE session_id = ?";

    /** A session's row, and up to which number its events are gone, though they may not all be out of the tables. */
    private record Found(long id, long lowWater) {}

    /** A row as it was read: an append with its JSON, or a message. Parsed later, on the caller's thread. */
    record Row(long seq, Instant at, int count, @Nullable String body, RunEvent.@Nullable UserMessage message) {
        static Row read(ResultSet row) throws SQLException {
            var eventId = row.getString(5);
            var message = eventId == null
                    ? null
                    : new RunEvent.UserMessage(
                            eventId,
                            row.getString(6),
                            row.getString(7),
                            row.getString(8),
                            row.getString(9),
                            row.getString(10),
                            row.getString(11));
            return new Row(row.getLong(1), Times.instant(row.getLong(2)), row.getInt(3), row.getString(4), message);
        }

        /** Of each of its events: they share what the row has. */
        int sizeOfEach() {
            int size = body != null
                    ? body.length()
                    : message != null ? message.text().length() : 0;
            return size / Math.max(1, count);
        }

        List<? extends RunEvent> events(Masking masking) {
            if (message != null) {
                return List.of(message);
            }
            return body == null ? List.of() : EventJson.decode(body, masking);
        }
    }

    private LedgerPage() {}

    static List<Row> rowsAfter(Statements sql, SessionId session, long cursor, int limit) throws SQLException {
        var found = find(sql, session);
        if (found == null) {
            return List.of();
        }
        long from = Math.max(cursor, found.lowWater());
        try (var rows = sql.query(AFTER, found.id(), found.id(), from, found.id(), from, limit + 1)) {
            return read(rows, from, Long.MAX_VALUE, limit);
        }
    }

    static List<Row> rowsBefore(Statements sql, SessionId session, long cursor, int limit) throws SQLException {
        var found = find(sql, session);
        if (found == null) {
            return List.of();
        }
        long from = found.lowWater();
        try (var rows = sql.query(BEFORE, found.id(), cursor, from, found.id(), cursor, from, limit)) {
            return read(rows, from, cursor, limit);
        }
    }

    private static @Nullable Found find(Statements sql, SessionId session) throws SQLException {
        return sql.first(SESSION, row -> new Found(row.getLong(1), row.getLong(2)), session.value())
                .orElse(null);
    }

    /** Stops as soon as the page is full: rows are read one by one. Both bounds are exclusive. */
    private static List<Row> read(ResultSet rows, long from, long to, int limit) throws SQLException {
        var read = new ArrayList<Row>();
        long events = 0;
        long size = 0;
        while (events < limit && size < Ledger.MAX_PAGE_SIZE && rows.next()) {
            var row = Row.read(rows);
            long wanted = Math.max(0, Math.min(row.seq() + row.count(), to) - Math.max(row.seq() - 1, from) - 1);
            if (wanted > 0) {
                read.add(row);
            }
            events += wanted;
            size += wanted * row.sizeOfEach();
        }
        return read;
    }

    static List<Recorded> after(long cursor, int limit, List<Row> rows, Masking masking) {
        var page = new Page(limit);
        for (var row : rows) {
            long seq = row.seq();
            for (var event : row.events(masking)) {
                if (seq > cursor) {
                    page.add(new Recorded(seq, row.at(), event, row.sizeOfEach()));
                }
                seq++;
            }
        }
        return page.events;
    }

    static List<Recorded> before(long cursor, int limit, List<Row> rows, Masking masking) {
        var page = new Page(limit);
        for (var row : rows) {
            long seq = row.seq() + row.count() - 1;
            for (var event : row.events(masking).reversed()) {
                if (seq < cursor) {
                    page.add(new Recorded(seq, row.at(), event, row.sizeOfEach()));
                }
                seq--;
            }
        }
        return page.events;
    }

    /** Takes what fits; after the first that does not, nothing more. */
    private static final class Page {
        final List<Recorded> events = new ArrayList<>();
        private final int limit;
        private long size;
        private boolean full;

        Page(int limit) {
            this.limit = limit;
        }

        void add(Recorded event) {
            full |= events.size() >= limit || (!events.isEmpty() && size + event.size() > Ledger.MAX_PAGE_SIZE);
            if (!full) {
                events.add(event);
                size += event.size();
            }
        }
    }
}
