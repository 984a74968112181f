package dev.switchboard.store;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.task.Task;
import dev.switchboard.core.task.Tasks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs with their messages. A task is named in its own table; any other run by the row that starts it. */
final class SqlTasks implements Tasks {
    private static final String COLUMNS = """
        s.session_id, m.seq, m.message_id, m.text, m.accepted_at,
            EXISTS (SELECT 1 FROM ledger b WHERE b.starts = m.id), f.body, s.kind\
        """;
    private static final String SOURCES = """
         JOIN session s ON s.id = m.session
        LEFT JOIN ledger f ON f.answers = m.id AND f.seq > s.low_water\
        """;

    static final String NAMED = "SELECT t.run, " + COLUMNS + " FROM task t JOIN message m ON m.id = t.message" + SOURCES
            + " WHERE t.run = ? AND (m.seq > s.low_water OR f.id IS NOT NULL)";
    static final String STARTED = "SELECT l.run, " + COLUMNS + " FROM ledger l JOIN message m ON m.id = l.starts"
            + SOURCES + " WHERE l.run = ? AND l.starts IS NOT NULL AND l.seq > s.low_water LIMIT 1";
    static final String OPEN = "SELECT * FROM (SELECT coalesce(t.run,"
            + " (SELECT l.run FROM ledger l WHERE l.starts = m.id ORDER BY l.id LIMIT 1)) AS name, " + COLUMNS
            + " FROM message m LEFT JOIN task t ON t.message = m.id" + SOURCES
            + " WHERE m.delivery IS NULL AND f.id IS NULL ORDER BY m.accepted_at) found"
            + " WHERE name IS NOT NULL LIMIT ?";
    static final String ENDED = "SELECT t.run, " + COLUMNS + " FROM task t JOIN message m ON m.id = t.message" + SOURCES
            + " WHERE f.id IS NOT NULL ORDER BY t.message DESC LIMIT ?";

    /** A row with its final event not yet parsed. */
    private record Row(
            RunId run,
            SessionId session,
            long seq,
            String messageId,
            String goal,
            Instant acceptedAt,
            boolean begun,
            @Nullable String body,
            SessionKind kind) {
        static Row read(ResultSet row) throws SQLException {
            return new Row(
                    new RunId(row.getString(1)),
                    new SessionId(row.getString(2)),
                    row.getLong(3),
                    row.getString(4),
                    row.getString(5),
                    Times.instant(row.getLong(6)),
                    row.getBoolean(7),
                    row.getString(8),
                    SessionQueries.kind(row.getString(9)));
        }

        Task decode(Masking masking) {
            var end = body == null ? null : EventJson.decodeFinal(body, masking);
            return new Task(run, session, kind, seq, messageId, masking.mask(goal), acceptedAt, begun, end);
        }
    }

    private final Readers readers;
    private final Masking masking;

    SqlTasks(Readers readers, Masking masking) {
        this.readers = readers;
        this.masking = masking;
    }

    @Override
    public Optional<Task> find(RunId run) {
        return readers.call(sql -> {
                    var named = sql.first(NAMED, Row::read, run.value());
                    return named.isPresent() ? named : sql.first(STARTED, Row::read, run.value());
                })
                .map(row -> row.decode(masking));
    }

    @Override
    public List<Task> open(int limit) {
        return list(OPEN, limit);
    }

    @Override
    public List<Task> ended(int limit) {
        return list(ENDED, limit);
    }

    private List<Task> list(String query, int limit) {
        return readers.call(sql -> sql.list(query, Row::read, Math.clamp(limit, 0, Ledger.MAX_PAGE))).stream()
                .map(row -> row.decode(masking))
                .toList();
    }
}
