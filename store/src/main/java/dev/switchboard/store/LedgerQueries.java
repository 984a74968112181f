package dev.switchboard.store;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** What is asked of the ledger beside its pages. */
final class LedgerQueries {
    static final String RUN = """
        SELECT s.session_id, m.message_id, min(l.at), count(*), f.at, f.body FROM ledger l
        JOIN session s ON s.id = l.session
        JOIN message m ON m.id = l.starts
        LEFT JOIN ledger f ON f.answers = l.starts
        WHERE l.run = ? AND l.starts IS NOT NULL AND l.seq > s.low_water
        GROUP BY s.session_id, m.message_id, f.at, f.body\
        """;

    private LedgerQueries() {}

    static long lastSeq(Statements sql, SessionId session) throws SQLException {
        var id = SessionRows.id(sql, session);
        return id.isEmpty() ? 0 : SessionRows.lastSeq(sql, id.get());
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
