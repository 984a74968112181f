package dev.switchboard.store;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** What is asked of the ledger beside its pages. */
final class LedgerQueries {
    static final String RUN = """
        SELECT s.session_id, m.message_id, min(l.at), count(*), f.at, f.body FROM ledger l
        JOIN session s ON s.id = l.session
        JOIN message m ON m.id = l.starts
        LEFT JOIN ledger f ON f.answers = l.starts
        WHERE l.run = ? AND l.starts IS NOT NULL
        GROUP BY s.session_id, m.message_id, f.at, f.body\
        """;

    // Looks at two rows of every session, and never at its history.
    static final String SESSIONS = """
        SELECT session_id, created_at, last_at, last_seq FROM (
            SELECT s.session_id, s.created_at,
                CASE WHEN coalesce(l.seq, 0) > coalesce(m.seq, 0) THEN l.at ELSE m.accepted_at END AS last_at,
                CASE WHEN coalesce(l.seq, 0) > coalesce(m.seq, 0) THEN l.seq + l.events - 1 ELSE m.seq END
                    AS last_seq
            FROM session s
            LEFT JOIN message m ON m.session = s.id
                AND m.seq = (SELECT max(seq) FROM message WHERE session = s.id)
            LEFT JOIN ledger l ON l.session = s.id
                AND l.seq = (SELECT max(seq) FROM ledger WHERE session = s.id)) newest
        WHERE last_seq IS NOT NULL ORDER BY last_at DESC LIMIT ?\
        """;

    private LedgerQueries() {}

    static boolean exists(Statements sql, SessionId session) throws SQLException {
        return SessionRows.id(sql, session).isPresent();
    }

    static long lastSeq(Statements sql, SessionId session) throws SQLException {
        var id = SessionRows.id(sql, session);
        return id.isEmpty() ? 0 : SessionRows.lastSeq(sql, id.get());
    }

    static List<Ledger.SessionSummary> sessions(Statements sql, int limit) throws SQLException {
        return sql.list(
                SESSIONS,
                row -> new Ledger.SessionSummary(
                        new SessionId(row.getString(1)),
                        Times.instant(row.getLong(2)),
                        Times.instant(row.getLong(3)),
                        row.getLong(4)),
                limit);
    }

    static Optional<Ledger.RunSummary> run(Statements sql, RunId run) throws SQLException {
        return sql.first(RUN, row -> summary(run, row), run.value());
    }

    private static Ledger.RunSummary summary(RunId run, ResultSet row) throws SQLException {
        var body = row.getString(6);
        return new Ledger.RunSummary(
                run,
                new SessionId(row.getString(1)),
                row.getString(2),
                Times.instant(row.getLong(3)),
                Times.instantOrNull(row, 5),
                row.getInt(4),
                body == null ? null : EventJson.finishReason(body));
    }
}
