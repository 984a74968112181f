package dev.switchboard.store;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.SessionState;
import dev.switchboard.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is asked of the sessions. Lists walk an index by last event; states are found from what is open, never from history. */
final class SessionQueries {
    private static final String COLUMNS = """
        SELECT s.id, s.session_id, s.kind, s.name, s.agent, s.channel, s.working_dir, s.native_id, s.created_at, s.last_at,
            s.last_seq, s.last_text, s.pinned, s.archived, s.low_water, s.epoch,
            EXISTS (SELECT 1 FROM message m WHERE m.delivery IS NULL AND m.session = s.id
                AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.answers = m.id)),
            EXISTS (SELECT 1 FROM approval a WHERE a.session = s.id AND a.answered_at IS NULL)
        FROM session s\
        """;

    static final String FIND = COLUMNS + " WHERE s.session_id = ? AND s.deleted = 0";
    static final String BY_ROW = COLUMNS + " WHERE s.id = ? AND s.deleted = 0";
    static final String BY_REQUEST = "SELECT session_id FROM session WHERE request_id = ?";
    static final String LISTED =
            COLUMNS + " WHERE s.deleted = 0 AND s.archived = ? AND s.kind = ? AND (s.last_at, s.id) < (?, ?)"
                    + " ORDER BY s.last_at DESC, s.id DESC LIMIT ?";
    // With a plus where no index helps: those that are pinned are few, and walked newest first.
    static final String PINNED = COLUMNS + " WHERE s.deleted = 0 AND s.pinned = 1 AND +s.archived = 0"
            + " AND +s.kind IN (SELECT value FROM json_each(?) asked) ORDER BY s.last_at DESC, s.id DESC LIMIT ?";
    static final String RUNNING = """
        SELECT DISTINCT m.session FROM message m
        WHERE m.delivery IS NULL AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.answers = m.id)\
        """;
    static final String ASKING =
            "SELECT DISTINCT session FROM approval WHERE answered_at IS NULL AND session IS NOT NULL";

    /** A session and the place it has in a list. */
    record Found(long row, long lastAt, Session session) {
        /** Newest first. */
        boolean isBefore(Found other) {
            return lastAt != other.lastAt ? lastAt > other.lastAt : row > other.row;
        }
    }

    private SessionQueries() {}

    static Optional<Found> find(Statements sql, SessionId session) throws SQLException {
        return sql.first(FIND, SessionQueries::read, session.value());
    }

    static Optional<Found> byRow(Statements sql, long row) throws SQLException {
        return sql.first(BY_ROW, SessionQueries::read, row);
    }

    static List<Found> listed(Statements sql, boolean archived, SessionKind kind, ListCursor before, int limit)
            throws SQLException {
        return sql.list(
                LISTED, SessionQueries::read, archived ? 1 : 0, kind.wireName(), before.at(), before.row(), limit);
    }

    static List<Found> pinned(Statements sql, Set<SessionKind> kinds, int limit) throws SQLException {
        var names = kinds.stream().map(SessionKind::wireName).toList();
        return sql.list(PINNED, SessionQueries::read, Json.mapper().writeValueAsString(names), limit);
    }

    /** The rows of the sessions in which something waits to be answered. */
    static List<Long> running(Statements sql) throws SQLException {
        return sql.list(RUNNING, row -> row.getLong(1));
    }

    static List<Long> asking(Statements sql) throws SQLException {
        return sql.list(ASKING, row -> row.getLong(1));
    }

    private static Found read(ResultSet row) throws SQLException {
        long lastAt = row.getLong(10);
        return new Found(
                row.getLong(1),
                lastAt,
                new Session(
                        new SessionId(row.getString(2)),
                        kind(row.getString(3)),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8),
                        Times.instant(row.getLong(9)),
                        Times.instant(lastAt),
                        row.getLong(11),
                        row.getString(12),
                        state(row.getBoolean(17), row.getBoolean(18)),
                        row.getBoolean(13),
                        row.getBoolean(14),
                        row.getLong(15),
                        row.getLong(16)));
    }

    static SessionKind kind(@Nullable String name) throws SQLException {
        return SessionKind.named(String.valueOf(name))
                .orElseThrow(() -> new SQLException("there is no kind of session called " + name));
    }

    /** A question that outlived its run asks nobody. */
    private static SessionState state(boolean running, boolean asking) {
        if (!running) {
            return SessionState.IDLE;
        }
        return asking ? SessionState.WAITING_APPROVAL : SessionState.AGENT_RUNNING;
    }
}
