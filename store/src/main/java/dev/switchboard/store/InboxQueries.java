package dev.switchboard.store;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.Attachment;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is asked of the inbox. All but {@link #unclaimed} walk the index of open messages, never the history. */
final class InboxQueries {
    private static final String UNANSWERED = "NOT EXISTS (SELECT 1 FROM ledger l WHERE l.answers = m.id)";
    private static final String IDENTITY =
            "m.channel_id, m.kind, m.account_id, m.peer_id, m.peer_type, m.message_id, m.thread_id, m.user_id";
    private static final String ANSWER = "m.channel_id, m.peer_id, s.session_id, m.seq, m.message_id, l.body";

    static final String NEXT = """
        SELECT %s, m.text, m.accepted_at, m.seq,
            (SELECT count(*) FROM ledger l WHERE l.starts = m.id),
            coalesce(t.run, (SELECT l.run FROM ledger l WHERE l.starts = m.id ORDER BY l.id LIMIT 1)), t.brief,
            s.agent, s.channel, s.working_dir, s.epoch,
            m.unheard, m.file, m.format, m.language, m.text_hash, m.bytes
        FROM session s JOIN message m ON m.session = s.id LEFT JOIN task t ON t.message = m.id
        WHERE s.session_id = ? AND m.delivery IS NULL AND %s
        ORDER BY m.seq LIMIT 2
        """.formatted(IDENTITY, UNANSWERED);

    static final String KNOWS = """
        SELECT 1 FROM message m JOIN session s ON s.id = m.session
        WHERE s.session_id = ? AND m.message_id = ? AND m.in_session = 1\
        """;

    // A run that was named and has not begun is found by its task. The plus has the message looked up by its run, not
    // among
    // all of its session.
    static final String INJECTED = """
        SELECT i.text, l.body, m.seq, m.seq <= s.low_water FROM injection i
        JOIN session s ON s.session_id = ?2
        JOIN message m ON m.id IN (
            SELECT b.starts FROM ledger b WHERE b.run = i.run AND b.starts IS NOT NULL
            UNION ALL SELECT t.message FROM task t WHERE t.run = i.run) AND +m.session = s.id
        LEFT JOIN ledger l ON l.answers = m.id
        WHERE i.message_id = ?1 LIMIT 1\
        """;

    static final String INJECTED_BEFORE = """
        SELECT 1 FROM forgotten_injection f JOIN session s ON s.id = f.session
        WHERE s.session_id = ?2 AND f.message_id = ?1\
        """;

    static final String SESSIONS_WAITING = """
        SELECT DISTINCT m.session, s.session_id FROM message m JOIN session s ON s.id = m.session
        WHERE m.delivery IS NULL AND m.session > coalesce((SELECT id FROM session WHERE session_id = ?), 0)
        AND m.accepted_at < ? AND %s
        ORDER BY m.session LIMIT ?
        """.formatted(UNANSWERED);

    static final String UNDELIVERED = "SELECT " + ANSWER + """
         FROM message m JOIN session s ON s.id = m.session
        JOIN ledger l ON l.answers = m.id
        WHERE m.delivery IS NULL AND l.at < ? ORDER BY l.at LIMIT ?\
        """;

    static final String UNCLAIMED = "SELECT " + ANSWER + """
         FROM message m JOIN session s ON s.id = m.session
        JOIN ledger l ON l.answers = m.id AND l.seq > s.low_water
        WHERE m.delivery = 2 AND m.channel_id = ? AND m.account_id = ? AND m.peer_id = ?
        AND m.accepted_at >= ?
        ORDER BY m.id LIMIT ?\
        """;

    static final String WITHOUT_ANSWER = "SELECT s.session_id"
            + " FROM message m JOIN session s ON s.id = m.session WHERE m.delivery IS NULL AND m.accepted_at < ? AND "
            + UNANSWERED
            + " ORDER BY m.accepted_at LIMIT ?";

    static final String SENDER = "SELECT " + IDENTITY
            + " FROM ledger l JOIN message m ON m.id = l.starts WHERE l.run = ? AND l.starts IS NOT NULL LIMIT 1";

    // A run that was started several times asks each question once.
    static final String OPEN_QUESTIONS = """
        SELECT m.message_id, a.body FROM session s
        JOIN message m ON m.session = s.id
        JOIN ledger l ON l.starts = m.id
        JOIN approval a ON a.run = l.run
        WHERE s.session_id = ? AND m.delivery IS NULL AND a.answered_at IS NULL
        AND m.channel_id = ? AND m.account_id = ? AND m.peer_id = ?
        GROUP BY m.seq, a.asked_at, a.id, m.message_id, a.body ORDER BY m.seq, a.asked_at LIMIT ?\
        """;

    /** A question with its row not yet parsed. */
    record QuestionRow(String messageId, String body) {
        Inbox.OpenQuestion decode(Masking masking) {
            return new Inbox.OpenQuestion(messageId, ApprovalJson.decode(body, masking));
        }
    }

    /** An answer with its row not yet parsed. */
    record AnswerRow(String channelId, String peerId, SessionId session, long seq, String messageId, String body) {
        static AnswerRow read(ResultSet row) throws SQLException {
            return new AnswerRow(
                    row.getString(1),
                    row.getString(2),
                    new SessionId(row.getString(3)),
                    row.getLong(4),
                    row.getString(5),
                    row.getString(6));
        }

        OutboundMessage decode(Masking masking) {
            var answer = EventJson.decodeFinal(body, masking);
            return new OutboundMessage(
                    channelId,
                    peerId,
                    session,
                    seq,
                    messageId,
                    new RunId(answer.runId()),
                    answer.text(),
                    EventJson.finishReason(answer));
        }
    }

    private InboxQueries() {}

    static Optional<Inbox.Waiting> next(Statements sql, SessionId session) throws SQLException {
        try (var rows = sql.query(NEXT, session.value())) {
            if (!rows.next()) {
                return Optional.empty();
            }
            var brief = rows.getString(14);
            var message = new InboundMessage(
                    identity(rows),
                    session,
                    rows.getString(9),
                    Times.instant(rows.getLong(10)),
                    brief == null ? null : Json.mapper().readValue(brief, Brief.class),
                    rows.getBoolean(19) ? attachment(rows) : null);
            long seq = rows.getLong(11);
            int attempts = rows.getInt(12);
            var run = rows.getString(13);
            var facts = SessionRows.facts(rows, 15);
            return Optional.of(
                    new Inbox.Waiting(message, seq, run == null ? null : new RunId(run), attempts, rows.next(), facts));
        }
    }

    private static Attachment attachment(ResultSet row) throws SQLException {
        var file = row.getString(20);
        return new Attachment(
                // Let go before anybody heard it: what is asked for under no name is not there.
                file == null ? "gone" : file,
                String.valueOf(row.getString(21)),
                row.getString(22),
                HexFormat.of().formatHex(row.getBytes(23)),
                row.getLong(24));
    }

    static List<SessionId> sessionsWaiting(Statements sql, Instant before, @Nullable SessionId after, int limit)
            throws SQLException {
        return sql.list(
                SESSIONS_WAITING,
                row -> new SessionId(row.getString(2)),
                after == null ? null : after.value(),
                Times.nanos(before),
                page(limit));
    }

    static List<AnswerRow> undelivered(Statements sql, Instant before, int limit) throws SQLException {
        return sql.list(UNDELIVERED, AnswerRow::read, Times.nanos(before), page(limit));
    }

    static List<AnswerRow> unclaimed(
            Statements sql, String channelId, String accountId, String peerId, Instant since, int limit)
            throws SQLException {
        return sql.list(UNCLAIMED, AnswerRow::read, channelId, accountId, peerId, Times.nanos(since), page(limit));
    }

    static List<SessionId> unanswered(Statements sql, Instant before, int limit) throws SQLException {
        return sql.list(WITHOUT_ANSWER, row -> new SessionId(row.getString(1)), Times.nanos(before), page(limit));
    }

    static Optional<ChannelIdentity> sender(Statements sql, RunId run) throws SQLException {
        return sql.first(SENDER, InboxQueries::identity, run.value());
    }

    static List<QuestionRow> openQuestions(
            Statements sql, String channelId, String accountId, String peerId, SessionId session, int limit)
            throws SQLException {
        return sql.list(
                OPEN_QUESTIONS,
                row -> new QuestionRow(row.getString(1), row.getString(2)),
                session.value(),
                channelId,
                accountId,
                peerId,
                page(limit));
    }

    private static ChannelIdentity identity(ResultSet row) throws SQLException {
        return new ChannelIdentity(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getString(8));
    }

    private static int page(int limit) {
        return Math.clamp(limit, 0, Ledger.MAX_PAGE);
    }
}
