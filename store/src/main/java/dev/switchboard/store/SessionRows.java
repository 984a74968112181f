package dev.switchboard.store;

import dev.switchboard.core.channel.Inbox.Facts;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.session.SessionKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the writer knows by heart about the sessions in use: their row, their last number and the messages that
 * wait. Everything in here can be asked of the tables again.
 *
 * <p>Thread: the writer's.
 */
final class SessionRows implements Participant {
    private static final int MAX_KNOWN = 10_000;

    static final String FIND = "SELECT id FROM session WHERE session_id = ?";
    private static final String CREATE = """
        INSERT INTO session (session_id, kind, name, agent, channel, working_dir, native_id, request_id, from_words,
            created_at, last_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """;
    static final String LAST_MESSAGE = "SELECT seq FROM message WHERE session = ? ORDER BY seq DESC LIMIT 1";
    static final String LAST_APPEND = "SELECT seq + events - 1 FROM ledger WHERE session = ? ORDER BY seq DESC LIMIT 1";
    static final String WAITING = """
        SELECT m.seq, m.id FROM message m WHERE m.session = ? AND m.delivery IS NULL
        AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.answers = m.id)\
        """;
    static final String MESSAGE = "SELECT id FROM message WHERE session = ? AND seq = ?";
    static final String LAST_MESSAGE_ID = "SELECT coalesce(max(id), 0) FROM message";
    static final String LAST_LEDGER_ID = "SELECT coalesce(max(id), 0) FROM ledger";
    private static final String LAST_MARK = "SELECT max(ledger) FROM mark";

    static final String FACTS = "SELECT agent, channel, working_dir, epoch, deleted FROM session WHERE id = ?";
    // A deleted one comes back as if it had never been, but for its numbers and its epoch.
    static final String REVIVE = """
        UPDATE session SET deleted = 0, kind = ?, name = ?, agent = ?, channel = ?, working_dir = ?, native_id = ?,
            request_id = ?, from_words = ?, created_at = ?, last_at = ?, last_text = NULL, pinned = 0, archived = 0
        WHERE id = ?\
        """;

    /**
     * What a session is made with.
     *
     * @param fromWords whether a chat is called by its first words
     */
    record NewRow(
            SessionKind kind,
            String name,
            @Nullable String agent,
            @Nullable String channel,
            @Nullable String workingDir,
            @Nullable String nativeId,
            @Nullable String requestId,
            boolean fromWords) {}

    /** One session; changed only along with the rows it counts. */
    static final class Row {
        final long id;
        long lastSeq;
        Facts facts;
        /** Nobody is to find it; its row is there for its numbers and for the ids of its messages. */
        boolean deleted;

        /** The messages without a final event: their numbers, and the ids of their rows. */
        private final Map<Long, Long> waiting = new HashMap<>();

        private Row(long id, long lastSeq, Facts facts) {
            this.id = id;
            this.lastSeq = lastSeq;
            this.facts = facts;
        }

        int waiting() {
            return waiting.size();
        }
    }

    private final Map<String, Row> known = new LinkedHashMap<>(1_024, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Row> eldest) {
            return size() > MAX_KNOWN;
        }
    };

    /** Negative while they are not known. */
    private long lastMessageId = -1;

    private long lastLedgerId = -1;

    @Nullable
    Row find(Statements sql, SessionId session) throws SQLException {
        var row = known.get(session.value());
        if (row == null) {
            var id = id(sql, session).orElse(null);
            if (id == null) {
                return null;
            }
            row = known(sql, id);
            try (var waiting = sql.query(WAITING, id)) {
                while (waiting.next()) {
                    row.waiting.put(waiting.getLong(1), waiting.getLong(2));
                }
            }
            known.put(session.value(), row);
        }
        return row;
    }

    private static Row known(Statements sql, long id) throws SQLException {
        long lastSeq = lastSeq(sql, id);
        return sql.first(
                        FACTS,
                        found -> {
                            var row = new Row(id, lastSeq, facts(found, 1));
                            row.deleted = found.getBoolean(5);
                            return row;
                        },
                        id)
                .orElseThrow(() -> new SQLException("the session just found is not there"));
    }

    /** @param first the first of its four columns */
    static Facts facts(ResultSet row, int first) throws SQLException {
        return new Facts(
                row.getString(first), row.getString(first + 1), row.getString(first + 2), row.getLong(first + 3));
    }

    Row create(Statements sql, SessionId session, NewRow values, Instant now) throws SQLException {
        sql.update(
                CREATE,
                session.value(),
                values.kind().wireName(),
                values.name(),
                values.agent(),
                values.channel(),
                values.workingDir(),
                values.nativeId(),
                values.requestId(),
                values.fromWords() ? 1 : 0,
                Times.nanos(now),
                Times.nanos(now));
        var row = find(sql, session);
        if (row == null) {
            throw new SQLException("the session just made is not there");
        }
        return row;
    }

    /** Makes a deleted session one that was just made. */
    void revive(Statements sql, Row session, NewRow values, Instant now) throws SQLException {
        sql.update(
                REVIVE,
                values.kind().wireName(),
                values.name(),
                values.agent(),
                values.channel(),
                values.workingDir(),
                values.nativeId(),
                values.requestId(),
                values.fromWords() ? 1 : 0,
                Times.nanos(now),
                Times.nanos(now),
                session.id);
        session.deleted = false;
        session.facts = new Facts(values.agent(), values.channel(), values.workingDir(), session.facts.epoch());
    }

    /** What is written from now on is for the next epoch. */
    void begunAnew(Row session, boolean deleted) {
        var facts = session.facts;
        session.facts = new Facts(facts.agent(), facts.channel(), facts.workingDir(), facts.epoch() + 1);
        session.deleted = deleted;
    }

    /** The id for the next message; used up by {@link #admitted}. */
    long newMessageId(Statements sql) throws SQLException {
        if (lastMessageId < 0) {
            lastMessageId = sql.first(LAST_MESSAGE_ID, row -> row.getLong(1)).orElse(0L);
        }
        return lastMessageId + 1;
    }

    /**
     * The id for the next row of the ledger; used up by {@link #appended}. Rows may be deleted, their ids never come
     * back: who comes behind the ledger remembers the last one it saw.
     */
    long newLedgerId(Statements sql) throws SQLException {
        if (lastLedgerId < 0) {
            lastLedgerId = Math.max(
                    sql.first(LAST_LEDGER_ID, row -> row.getLong(1)).orElse(0L),
                    sql.first(LAST_MARK, row -> row.getLong(1)).orElse(0L));
        }
        return lastLedgerId + 1;
    }

    void appended(Row session, int events, long ledgerId) {
        lastLedgerId = ledgerId;
        session.lastSeq += events;
    }

    void admitted(Row session, long seq, long messageId) {
        lastMessageId = messageId;
        session.lastSeq = seq;
        session.waiting.put(seq, messageId);
    }

    void answered(Row session, long messageSeq) {
        session.waiting.remove(messageSeq);
    }

    /** The id of a message's row. */
    Optional<Long> messageId(Statements sql, Row session, long messageSeq) throws SQLException {
        var waiting = session.waiting.get(messageSeq);
        return waiting != null
                ? Optional.of(waiting)
                : sql.first(MESSAGE, row -> row.getLong(1), session.id, messageSeq);
    }

    static Optional<Long> id(Statements sql, SessionId session) throws SQLException {
        return sql.first(FIND, row -> row.getLong(1), session.value());
    }

    static long lastSeq(Statements sql, long id) throws SQLException {
        long message = sql.first(LAST_MESSAGE, row -> row.getLong(1), id).orElse(0L);
        long append = sql.first(LAST_APPEND, row -> row.getLong(1), id).orElse(0L);
        return Math.max(message, append);
    }

    /** Which rows the lost transaction touched is not worth knowing: this is rare. */
    @Override
    public void rolledBack() {
        known.clear();
        lastMessageId = -1;
        lastLedgerId = -1;
    }
}
