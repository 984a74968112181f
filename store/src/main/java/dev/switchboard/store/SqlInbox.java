package dev.switchboard.store;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.AdmissionTerms.DedupeScope;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.identity.Sha256;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The queue of messages: admission and delivery on the writer, everything else through {@link InboxQueries}. */
final class SqlInbox implements Inbox {
    private static final Logger log = LoggerFactory.getLogger(SqlInbox.class);

    private static final String ADMIT = """
        INSERT INTO message (id, session, seq, event_id, channel_id, account_id, peer_id, message_id, kind, peer_type,
            thread_id, user_id, text, text_hash, accepted_at, in_session, format, language, file, bytes, unheard)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (channel_id, account_id, peer_id, message_id) WHERE in_session IS NULL DO NOTHING
        ON CONFLICT (session, message_id) WHERE in_session = 1 DO NOTHING\
        """;
    private static final String TASK = "INSERT INTO task (message, run, at, brief) VALUES (?, ?, ?, ?)";
    private static final String FOUND = """
        SELECT m.text_hash, l.body, s.session_id, m.seq, t.run, m.seq <= s.low_water FROM message m
        JOIN session s ON s.id = m.session
        LEFT JOIN ledger l ON l.answers = m.id
        LEFT JOIN task t ON t.message = m.id\
        """;
    static final String EARLIER = FOUND
            + " WHERE m.channel_id = ? AND m.account_id = ? AND m.peer_id = ? AND m.message_id = ?"
            + " AND m.in_session IS NULL";
    static final String EARLIER_IN_SESSION = FOUND + " WHERE m.session = ? AND m.message_id = ? AND m.in_session = 1";
    // A message without an answer stays open whatever anyone says: closing it would lose it.
    static final String DELIVERED = """
        UPDATE message SET delivery = 1
        WHERE session = ? AND seq = ? AND EXISTS (SELECT 1 FROM ledger l WHERE l.answers = message.id)\
        """;
    static final String UNCLAIMED = """
        UPDATE message SET delivery = 2
        WHERE session = ? AND seq = ? AND delivery IS NULL
        AND EXISTS (SELECT 1 FROM ledger l WHERE l.answers = message.id)\
        """;

    /** Enough of a hash to tell two texts apart; it guards nothing. */
    private static final int TEXT_HASH_BYTES = 16;

    private final Writer writer;
    private final Readers readers;
    private final SessionRows sessions;
    private final FreshMessages fresh;
    private final Commits commits;
    private final SessionActivity activity;
    private final Masking masking;
    private final Supplier<String> ids;
    private final Clock clock;

    SqlInbox(
            Writer writer,
            Readers readers,
            SessionRows sessions,
            FreshMessages fresh,
            Commits commits,
            SessionActivity activity,
            Masking masking,
            Supplier<String> ids,
            Clock clock) {
        this.writer = writer;
        this.readers = readers;
        this.sessions = sessions;
        this.fresh = fresh;
        this.commits = commits;
        this.activity = activity;
        this.masking = masking;
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public Admission admit(InboundMessage message, AdmissionTerms terms) {
        var spoken = message.attachment();
        var hash = spoken == null
                ? Arrays.copyOf(Sha256.of(message.text()), TEXT_HASH_BYTES)
                : HexFormat.of().parseHex(spoken.sha256());
        var identity = message.identity();
        var event = new RunEvent.UserMessage(
                ids.get(),
                identity.messageId(),
                identity.channelId(),
                identity.peerId(),
                identity.userId(),
                message.text(),
                spoken == null ? null : spoken.format());
        try {
            var brief = message.brief() == null ? null : Json.mapper().writeValueAsString(message.brief());
            var session = NewSessions.of(message, terms, masking);
            return writer.call(sql -> admit(sql, message, session, event, hash, brief, terms))
                    .get();
        } catch (SwitchboardException e) {
            return refused(message, e);
        }
    }

    private static Admission refused(InboundMessage message, SwitchboardException e) {
        var why = "an internal error";
        if (e.code() == ErrorCode.STORE_UNAVAILABLE) {
            why = e.getMessage();
        } else {
            log.atError()
                    .addKeyValue("session", message.session().value())
                    .addKeyValue("message", message.messageId())
                    .setCause(e)
                    .log("a message could not be saved");
        }
        return new Admission.Refused(e.code(), "The message could not be saved: " + why + ". Send it again later.");
    }

    /** The answer is worked out by who asked: a duplicate's reply has to be parsed, and not on the writer's time. */
    private Supplier<Admission> admit(
            Statements sql,
            InboundMessage message,
            SessionRows.NewRow session,
            RunEvent.UserMessage event,
            byte[] hash,
            @Nullable String briefJson,
            AdmissionTerms terms)
            throws SQLException {
        var row = sessions.find(sql, message.session());
        int waiting = row == null ? 0 : row.waiting();
        boolean full = waiting >= terms.maxUnfinished();
        if (row == null || row.deleted || full) {
            var earlier = earlier(sql, row, message.identity(), terms, hash);
            if (earlier.isPresent()) {
                return earlier.get();
            }
            if (full) {
                return () -> terms.refusal(waiting);
            }
            if (row == null) {
                row = sessions.create(sql, message.session(), session, clock.instant());
            } else {
                sessions.revive(sql, row, session, clock.instant());
            }
        }
        long id = sessions.newMessageId(sql);
        long seq = row.lastSeq + 1;
        if (insert(sql, id, row.id, seq, message, event, hash, terms) == 0) {
            return earlier(sql, row, message.identity(), terms, hash).orElseThrow();
        }
        var brief = message.brief();
        if (brief != null) {
            sql.update(TASK, id, brief.run().value(), Times.nanos(message.receivedAt()), briefJson);
        }
        if (waiting == 0) {
            var run = brief == null ? null : brief.run();
            fresh.alone(message.session(), new Waiting(message, seq, run, 0, false, row.facts));
        } else {
            fresh.changed(message.session());
        }
        sessions.admitted(row, seq, id);
        activity.admitted(message.session(), row.id, id, seq, message.receivedAt(), event);
        commits.add(
                message.session(),
                seq,
                message.receivedAt(),
                List.of(event),
                event.text().length());
        return () -> new Admission.Accepted(seq);
    }

    private static int insert(
            Statements sql,
            long id,
            long session,
            long seq,
            InboundMessage message,
            RunEvent.UserMessage event,
            byte[] hash,
            AdmissionTerms terms)
            throws SQLException {
        var identity = message.identity();
        var spoken = message.attachment();
        return sql.update(
                ADMIT,
                id,
                session,
                seq,
                event.id(),
                identity.channelId(),
                identity.accountId(),
                identity.peerId(),
                identity.messageId(),
                identity.kind(),
                identity.peerType(),
                identity.threadId(),
                identity.userId(),
                message.text(),
                hash,
                Times.nanos(message.receivedAt()),
                terms.scope() == DedupeScope.SESSION ? 1 : null,
                spoken == null ? null : spoken.format(),
                spoken == null ? null : spoken.language(),
                spoken == null ? null : spoken.file(),
                spoken == null ? null : spoken.bytes(),
                spoken == null ? null : 1);
    }

    /** @param session the one it was sent to, if there is one */
    private Optional<Supplier<Admission>> earlier(
            Statements sql,
            SessionRows.@Nullable Row session,
            ChannelIdentity identity,
            AdmissionTerms terms,
            byte[] hash)
            throws SQLException {
        return switch (terms.scope()) {
            case PEER ->
                sql.first(
                        EARLIER,
                        row -> earlier(row, hash),
                        identity.channelId(),
                        identity.accountId(),
                        identity.peerId(),
                        identity.messageId());
            case SESSION ->
                session == null
                        ? Optional.empty()
                        : sql.first(EARLIER_IN_SESSION, row -> earlier(row, hash), session.id, identity.messageId());
        };
    }

    private Supplier<Admission> earlier(ResultSet row, byte[] hash) throws SQLException {
        boolean idReused = !Arrays.equals(hash, row.getBytes(1));
        var body = row.getString(2);
        var session = new SessionId(row.getString(3));
        long seq = row.getLong(4);
        var run = row.getString(5) == null ? null : new RunId(row.getString(5));
        if (row.getBoolean(6)) {
            return () -> new Admission.Forgotten(session, run);
        }
        return () ->
                body == null ? new Admission.Running(session, idReused, run) : answered(session, seq, body, idReused);
    }

    private Admission answered(SessionId session, long seq, String body, boolean idReused) {
        var answer = EventJson.decodeFinal(body, masking);
        return new Admission.Answered(
                session, seq, answer.text(), new RunId(answer.runId()), EventJson.finishReason(answer), idReused);
    }

    @Override
    public void delivered(SessionId session, long messageSeq) {
        writer.submitWithoutHurry(sql -> close(sql, DELIVERED, session, messageSeq))
                .await();
    }

    @Override
    public void unclaimed(SessionId session, long messageSeq) {
        writer.call(sql -> close(sql, UNCLAIMED, session, messageSeq));
    }

    private int close(Statements sql, String how, SessionId session, long messageSeq) throws SQLException {
        var row = sessions.find(sql, session);
        return row == null ? 0 : sql.update(how, row.id, messageSeq);
    }

    @Override
    public Optional<Waiting> next(SessionId session) {
        var known = fresh.take(session);
        return known != null ? Optional.of(known) : readers.call(sql -> InboxQueries.next(sql, session));
    }

    @Override
    public boolean knows(SessionId session, String messageId) {
        return readers.call(sql -> sql.first(InboxQueries.KNOWS, _ -> true, session.value(), messageId))
                .isPresent();
    }

    @Override
    public Optional<Admission> injected(SessionId session, String messageId, String text) {
        return readers.call(sql -> {
                    var found = sql.first(
                            InboxQueries.INJECTED, row -> injected(row, session, text), messageId, session.value());
                    // In this order: what is no longer there has left its id before it went.
                    return found.isPresent()
                            ? found
                            : sql.first(
                                    InboxQueries.INJECTED_BEFORE, _ -> forgotten(session), messageId, session.value());
                })
                .map(Supplier::get);
    }

    private Supplier<Admission> injected(ResultSet row, SessionId session, String text) throws SQLException {
        boolean idReused = !text.equals(row.getString(1));
        var body = row.getString(2);
        long seq = row.getLong(3);
        if (row.getBoolean(4)) {
            return forgotten(session);
        }
        return () -> body == null ? new Admission.Running(session, idReused) : answered(session, seq, body, idReused);
    }

    private static Supplier<Admission> forgotten(SessionId session) {
        return () -> new Admission.Forgotten(session, null);
    }

    @Override
    public List<SessionId> sessionsWaiting(Instant before, @Nullable SessionId after, int limit) {
        return readers.call(sql -> InboxQueries.sessionsWaiting(sql, before, after, limit));
    }

    @Override
    public List<OutboundMessage> undelivered(Instant before, int limit) {
        return outbound(readers.call(sql -> InboxQueries.undelivered(sql, before, limit)));
    }

    @Override
    public List<OutboundMessage> unclaimed(
            String channelId, String accountId, String peerId, Instant since, int limit) {
        return outbound(readers.call(sql -> InboxQueries.unclaimed(sql, channelId, accountId, peerId, since, limit)));
    }

    @Override
    public Optional<ChannelIdentity> sender(RunId run) {
        return readers.call(sql -> InboxQueries.sender(sql, run));
    }

    @Override
    public List<OpenQuestion> openQuestions(
            String channelId, String accountId, String peerId, SessionId session, int limit) {
        return readers
                .call(sql -> InboxQueries.openQuestions(sql, channelId, accountId, peerId, session, limit))
                .stream()
                .map(row -> row.decode(masking))
                .toList();
    }

    @Override
    public List<SessionId> unanswered(Instant before, int limit) {
        return readers.call(sql -> InboxQueries.unanswered(sql, before, limit));
    }

    private List<OutboundMessage> outbound(List<InboxQueries.AnswerRow> rows) {
        return rows.stream().map(row -> row.decode(masking)).toList();
    }
}
