package dev.switchboard.store;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.core.session.Sessions.Ended;
import dev.switchboard.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Begins sessions anew, each in one commit: everything open gets its end, and who took the session up before is too late
 * from then on. What is written is made before, on the caller's thread, from what was read; if the session has moved on
 * meanwhile, it is read again. Only after that do the texts go ({@link Erasures}), a few at a time: whoever reads looks at
 * the low-water mark and sees none of them already.
 */
final class SessionResets {
    static final String STOPPED = "This was stopped because the conversation was reset.";
    static final String NOT_RUN = "The conversation was reset before this was run.";
    private static final String WITHDRAWN = "The conversation was reset.";

    static final String OPEN = """
        SELECT m.seq, m.channel_id, m.peer_id, m.message_id, t.run,
            (SELECT l.run FROM ledger l WHERE l.starts = m.id ORDER BY l.id LIMIT 1)
        FROM message m LEFT JOIN task t ON t.message = m.id
        WHERE m.session = ? AND m.delivery IS NULL AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.answers = m.id)
        ORDER BY m.seq\
        """;
    static final String ASKED = "SELECT body FROM approval WHERE session = ? AND answered_at IS NULL";
    static final String OF_RUN =
            "SELECT seq, at, body FROM ledger WHERE session = ? AND seq > ? AND run = ? ORDER BY seq";
    // Its answer goes: it must never look as if it had none.
    static final String CLOSE = """
        UPDATE message SET delivery = 1 WHERE session = ? AND delivery IS NULL
        AND EXISTS (SELECT 1 FROM ledger l WHERE l.answers = message.id AND l.seq <= ?)\
        """;
    static final String WITHDRAW = """
        UPDATE approval SET answered_at = ?, approved = 0, reason = ?, code = ?
        WHERE session = ? AND answered_at IS NULL\
        """;
    // A task's name is its goal, and a chat may be called by its first words.
    static final String BEGIN_ANEW = """
        UPDATE session SET epoch = epoch + 1, low_water = ?, last_text = NULL,
            name = CASE WHEN kind = 'task' THEN ? WHEN from_words = 1 THEN ? ELSE name END
        WHERE id = ?\
        """;
    static final String DELETE = """
        UPDATE session SET deleted = 1, name = '', agent = NULL, working_dir = NULL, native_id = NULL, request_id = NULL,
            pinned = 0, archived = 0
        WHERE id = ?\
        """;
    static final String TO_ERASE = """
        INSERT INTO erasure (session, mark, at, state) VALUES (?, ?, ?, 0)
        ON CONFLICT (session) DO UPDATE SET mark = excluded.mark, at = excluded.at, state = 0\
        """;

    /** A session that something happens in all the time is read so often; each time takes a moment. */
    private static final int MAX_TRIES = 50;

    private record OpenMessage(
            long seq,
            String channelId,
            String peerId,
            String messageId,
            @Nullable String named,
            @Nullable String begun) {
        static OpenMessage read(ResultSet row) throws SQLException {
            return new OpenMessage(
                    row.getLong(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5),
                    row.getString(6));
        }
    }

    private record Append(long seq, Instant at, String body) {}

    /** What is open in a session that has come this far. */
    private record Open(
            long row, SessionEpoch at, long lastSeq, List<OpenMessage> messages, List<Approval> questions) {}

    /** What its new beginning is written with. */
    private record Beginning(List<SqlLedger.NewRow> rows, Ended ended) {}

    private enum Outcome {
        BEGUN,
        MOVED_ON,
        GONE
    }

    private final Writer writer;
    private final Readers readers;
    private final SessionRows sessions;
    private final SqlLedger ledger;
    private final SessionActivity activity;
    private final Erasures erasures;
    private final Masking masking;
    private final Supplier<String> ids;
    private final Clock clock;

    SessionResets(
            Writer writer,
            Readers readers,
            SessionRows sessions,
            SqlLedger ledger,
            SessionActivity activity,
            Erasures erasures,
            Masking masking,
            Supplier<String> ids,
            Clock clock) {
        this.writer = writer;
        this.readers = readers;
        this.sessions = sessions;
        this.ledger = ledger;
        this.activity = activity;
        this.erasures = erasures;
        this.masking = masking;
        this.ids = ids;
        this.clock = clock;
    }

    /** Returns when the texts are gone; empty if there is no such session. */
    Optional<Ended> begin(SessionId id, String agent, boolean delete) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            var open = readers.call(sql -> look(sql, id)).orElse(null);
            if (open == null) {
                return Optional.empty();
            }
            var beginning = beginning(open, agent);
            switch (writer.call(sql -> write(sql, open, beginning, delete))) {
                case BEGUN -> {
                    erasures.tryToFinish();
                    return Optional.of(beginning.ended());
                }
                case GONE -> {
                    return Optional.empty();
                }
                case MOVED_ON -> {}
            }
        }
        throw new SwitchboardException(
                ErrorCode.STORE_UNAVAILABLE, "so much happens in this session that it cannot be reset; try again");
    }

    /** The number first: what happens while the rest is read raises it. */
    private static Optional<Open> look(Statements sql, SessionId id) throws SQLException {
        var found = SessionQueries.find(sql, id).orElse(null);
        if (found == null) {
            return Optional.empty();
        }
        long lastSeq = SessionRows.lastSeq(sql, found.row());
        return Optional.of(new Open(
                found.row(),
                new SessionEpoch(id, found.session().epoch()),
                lastSeq,
                sql.list(OPEN, OpenMessage::read, found.row()),
                sql.list(ASKED, row -> row.getString(1), found.row()).stream()
                        .map(body -> Json.mapper().readValue(body, Approval.class))
                        .toList()));
    }

    private Beginning beginning(Open open, String agent) {
        var rows = new ArrayList<SqlLedger.NewRow>();
        var answers = new ArrayList<OutboundMessage>();
        var questions = new ArrayList<>(open.questions());
        var ends = new ArrayList<SqlLedger.NewRow>();
        for (var message : open.messages()) {
            var run = new RunId(
                    message.begun() != null
                            ? message.begun()
                            : message.named() != null ? message.named() : "run-" + ids.get());
            var events = new ArrayList<RunEvent>();
            if (message.begun() == null) {
                events.add(notRun(run, message));
            } else {
                var asked = questions.stream()
                        .filter(question -> question.run().equals(run))
                        .toList();
                questions.removeAll(asked);
                asked.forEach(question -> events.add(withdrawn(question)));
                events.addAll(stopped(open, run, message));
            }
            // It starts there too: what began before is not on record any more, and every run has its beginning.
            ends.add(ledger.row(open.at(), run, message.seq(), message.seq(), events));
            var end = EventJson.onlyFinal(events);
            answers.add(new OutboundMessage(
                    message.channelId(),
                    message.peerId(),
                    open.at().session(),
                    message.seq(),
                    message.messageId(),
                    run,
                    end.text(),
                    end instanceof RunEvent.Failed ? FinishReason.ERROR : FinishReason.STOP));
        }
        var first = new ArrayList<RunEvent>();
        first.add(new RunEvent.Received(
                ids.get(),
                null,
                RunEvent.Received.NEW_SESSION,
                JsonNodeFactory.instance.objectNode().put("previousAgent", agent)));
        // Those whose run ended without them.
        questions.forEach(question -> first.add(withdrawn(question)));
        rows.add(ledger.row(open.at(), null, null, null, first));
        rows.addAll(ends);
        var decision = Decision.none(WITHDRAWN, Decision.STOPPED);
        return new Beginning(
                rows,
                new Ended(
                        answers,
                        open.questions().stream()
                                .map(question -> question.answered(decision))
                                .toList()));
    }

    private RunEvent.Failed notRun(RunId run, OpenMessage message) {
        return new RunEvent.Failed(
                ids.get(), run.value(), message.messageId(), ErrorCode.RESET.wireName(), NOT_RUN, null, 0);
    }

    /** Without the call that was asked for: it is gone with all else. */
    private RunEvent.ApprovalResolved withdrawn(Approval question) {
        var askedAt = question.askedAt();
        return new RunEvent.ApprovalResolved(
                ids.get(),
                question.run().value(),
                question.id(),
                question.callId(),
                question.turnId(),
                question.tool(),
                false,
                WITHDRAWN,
                Decision.STOPPED,
                null,
                askedAt == null
                        ? null
                        : Duration.between(askedAt, clock.instant()).toMillis(),
                null);
    }

    /** Ends of all that the run has begun, and its own. */
    private List<RunEvent> stopped(Open open, RunId run, OpenMessage message) {
        var appends = readers.call(sql -> sql.list(
                OF_RUN,
                row -> new Append(row.getLong(1), Times.instant(row.getLong(2)), row.getString(3)),
                open.row(),
                message.seq(),
                run.value()));
        var parts = new UnfinishedParts(ids, clock.instant());
        for (var append : appends) {
            long seq = append.seq();
            for (var event : EventJson.decode(append.body(), masking)) {
                parts.see(new Recorded(seq++, append.at(), event, 0));
            }
        }
        var lasted = appends.isEmpty()
                ? Duration.ZERO
                : Duration.between(appends.getFirst().at(), clock.instant());
        var events = new ArrayList<>(parts.ended());
        events.add(new RunEvent.Stopped(
                ids.get(),
                run.value(),
                message.messageId(),
                STOPPED,
                null,
                WITHDRAWN,
                null,
                lasted.toMillis(),
                null,
                null));
        events.addAll(parts.turnsEnded());
        return events;
    }

    private Outcome write(Statements sql, Open open, Beginning beginning, boolean delete) throws SQLException {
        var row = sessions.find(sql, open.at().session());
        if (row == null || row.deleted) {
            return Outcome.GONE;
        }
        if (row.lastSeq != open.lastSeq() || row.facts.epoch() != open.at().number()) {
            return Outcome.MOVED_ON;
        }
        long now = Times.nanos(clock.instant());
        long mark = row.lastSeq;
        activity.begunAnew(open.at().session());
        for (var added : beginning.rows()) {
            ledger.insert(sql, added);
        }
        sql.update(CLOSE, row.id, mark);
        sql.update(WITHDRAW, now, WITHDRAWN, Decision.STOPPED, row.id);
        sql.update(BEGIN_ANEW, mark, NewSessions.UNNAMED_TASK, NewSessions.UNNAMED_CHAT, row.id);
        if (delete) {
            sql.update(DELETE, row.id);
        }
        sql.update(TO_ERASE, row.id, mark, now);
        sessions.begunAnew(row, delete);
        return Outcome.BEGUN;
    }
}
