package dev.switchboard.store;

import dev.switchboard.core.ledger.Masking;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the list of sessions right when the store is opened: writes down what last happened behind the mark, which a
 * crash has kept from its rows; and what the script that made those rows could not know, once.
 */
final class SessionCatchUp {
    static final String MARK = "SELECT message, ledger FROM mark WHERE name = 'activity'";
    static final String MESSAGES = """
        SELECT m.id, m.session, m.seq, m.accepted_at, CASE WHEN m.format IS NULL THEN m.text END FROM message m JOIN session s ON s.id = m.session
        WHERE m.id > ? AND m.seq > s.low_water ORDER BY m.id\
        """;
    static final String APPENDS = """
        SELECT l.id, l.session, l.seq, l.events, l.at, l.body FROM ledger l JOIN session s ON s.id = l.session
        WHERE l.id > ? AND l.seq > s.low_water ORDER BY l.id\
        """;
    // One that was ever begun anew was made by who knows all that.
    static final String UNFINISHED = """
        SELECT id, name, last_text FROM session
        WHERE epoch = 0 AND (name = '' OR (last_text IS NULL AND last_seq > 0))\
        """;
    static final String FIRST_TEXT = "SELECT text FROM message WHERE session = ? ORDER BY seq LIMIT 1";
    static final String LAST_MESSAGE = "SELECT seq, text FROM message WHERE session = ? ORDER BY seq DESC LIMIT 1";
    static final String LAST_APPENDS = "SELECT body FROM ledger WHERE session = ? AND seq > ? ORDER BY seq DESC";
    static final String FINISH =
            "UPDATE session SET name = coalesce(?, name), last_text = coalesce(?, last_text) WHERE id = ?";

    private record Latest(long at, long seq, @Nullable String text) {}

    private final Statements sql;
    private final Masking masking;

    SessionCatchUp(Statements sql, Masking masking) {
        this.sql = sql;
        this.masking = masking;
    }

    /** In one transaction of its own, before anyone else writes. */
    void run() throws SQLException {
        finish();
        follow();
        sql.connection().commit();
    }

    private void follow() throws SQLException {
        var latest = new HashMap<Long, Latest>();
        var mark = sql.first(MARK, row -> new long[] {row.getLong(1), row.getLong(2)})
                .orElseThrow();
        long message = mark[0];
        long ledger = mark[1];
        try (var rows = sql.query(MESSAGES, message)) {
            while (rows.next()) {
                message = rows.getLong(1);
                var text = rows.getString(5);
                add(
                        latest,
                        rows.getLong(2),
                        new Latest(rows.getLong(4), rows.getLong(3), text == null ? null : NewSessions.enough(text)));
            }
        }
        try (var rows = sql.query(APPENDS, ledger)) {
            while (rows.next()) {
                ledger = rows.getLong(1);
                add(
                        latest,
                        rows.getLong(2),
                        new Latest(
                                rows.getLong(5),
                                rows.getLong(3) + rows.getLong(4) - 1,
                                SessionActivity.spoken(EventJson.decode(rows.getString(6), masking))));
            }
        }
        for (var session : latest.entrySet()) {
            var last = session.getValue();
            SessionActivity.write(sql, session.getKey(), last.at(), last.seq(), shown(last.text()), last.seq());
        }
        if (!latest.isEmpty()) {
            sql.update(SessionActivity.MARK, message, ledger);
        }
    }

    /** Messages come before appends here, so the higher number decides, and a text stays until another one is said later. */
    private static void add(Map<Long, Latest> latest, long session, Latest next) {
        latest.merge(session, next, (known, other) -> {
            var later = other.seq() >= known.seq() ? other : known;
            var earlier = later == other ? known : other;
            return new Latest(
                    Math.max(known.at(), other.at()),
                    later.seq(),
                    later.text() != null ? later.text() : earlier.text());
        });
    }

    private void finish() throws SQLException {
        record Unfinished(long row, boolean nameless, boolean textless) {}
        for (var session : sql.list(
                UNFINISHED,
                row -> new Unfinished(row.getLong(1), row.getString(2).isEmpty(), row.getString(3) == null))) {
            var name = session.nameless()
                    ? NewSessions.goalName(
                            sql.first(FIRST_TEXT, row -> row.getString(1), session.row())
                                    .orElse(""),
                            masking)
                    : null;
            sql.update(FINISH, name, session.textless() ? shown(lastSaid(session.row())) : null, session.row());
        }
    }

    private @Nullable String lastSaid(long session) throws SQLException {
        record Spoken(long seq, String text) {}
        var message = sql.first(LAST_MESSAGE, row -> new Spoken(row.getLong(1), row.getString(2)), session)
                .orElse(new Spoken(0, ""));
        try (var rows = sql.query(LAST_APPENDS, session, message.seq())) {
            while (rows.next()) {
                var spoken = SessionActivity.spoken(EventJson.decode(rows.getString(1), masking));
                if (spoken != null) {
                    return spoken;
                }
            }
        }
        return message.text();
    }

    private @Nullable String shown(@Nullable String text) {
        return text == null || text.isEmpty() ? null : NewSessions.shown(text, SessionActivity.MAX_TEXT, masking);
    }
}
