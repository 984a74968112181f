package dev.switchboard.store;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The record of every session: an append is one row, whatever the number of its events. */
final class SqlLedger implements Ledger {
    private static final String APPEND = """
        INSERT INTO ledger (id, session, seq, events, at, run, starts, answers, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (answers) WHERE answers IS NOT NULL DO NOTHING\
        """;

    private final Writer writer;
    private final Readers readers;
    private final SessionRows sessions;
    private final FreshMessages fresh;
    private final Commits commits;
    private final SessionActivity activity;
    private final Clock clock;
    private final Masking masking;

    SqlLedger(
            Writer writer,
            Readers readers,
            SessionRows sessions,
            FreshMessages fresh,
            Commits commits,
            SessionActivity activity,
            Clock clock,
            Masking masking) {
        this.writer = writer;
        this.readers = readers;
        this.sessions = sessions;
        this.fresh = fresh;
        this.commits = commits;
        this.activity = activity;
        this.clock = clock;
        this.masking = masking;
    }

    @Override
    public Pending start(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events) {
        var row = row(at, run, messageSeq, null, events);
        return pending(writer.submitWithoutHurry(sql -> insert(sql, row)));
    }

    /** Waiting for it makes it urgent. */
    Pending pending(Job<Boolean> job) {
        return new Pending() {
            @Override
            public void await() {
                if (!job.isDone()) {
                    writer.hurry();
                }
                job.await();
            }

            @Override
            public boolean isDone() {
                return job.isDone();
            }
        };
    }

    @Override
    public void append(SessionEpoch at, RunId run, List<RunEvent> events) {
        var row = row(at, run, null, null, events);
        writer.call(sql -> insert(sql, row));
    }

    @Override
    public boolean finish(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events) {
        EventJson.onlyFinal(events);
        var row = row(at, run, null, messageSeq, events);
        return writer.call(sql -> insert(sql, row));
    }

    /** Made by {@link #row} alone. */
    static final class NewRow {
        private final SessionEpoch at;
        private final @Nullable RunId run;
        private final @Nullable Long starts;
        private final @Nullable Long answers;
        private final List<RunEvent> events;
        private final String body;

        private NewRow(
                SessionEpoch at,
                @Nullable RunId run,
                @Nullable Long starts,
                @Nullable Long answers,
                List<RunEvent> events) {
            this.at = at;
            this.run = run;
            this.starts = starts;
            this.answers = answers;
            this.events = List.copyOf(events);
            this.body = EventJson.encode(events);
        }

        SessionEpoch at() {
            return at;
        }

        private SessionId session() {
            return at.session();
        }
    }

    /**
     * Whatever is recorded passes here, and leaves its secrets: the row is what everybody is shown. Made on the caller's
     * thread, JSON and all, so that the writer only writes.
     */
    NewRow row(
            SessionEpoch at,
            @Nullable RunId run,
            @Nullable Long starts,
            @Nullable Long answers,
            List<RunEvent> events) {
        if (events.isEmpty()) {
            throw new IllegalArgumentException("an append holds at least one event");
        }
        return new NewRow(at, run, starts, answers, masking.mask(events));
    }

    /** @throws SwitchboardException if there is none, or it was begun anew: nothing is written then */
    SessionRows.Row session(Statements sql, SessionEpoch at) throws SQLException {
        var session = sessions.find(sql, at.session());
        if (session == null) {
            throw new SwitchboardException(ErrorCode.INVALID, "there is no session " + at.session());
        }
        if (session.facts.epoch() != at.number()) {
            throw new SwitchboardException(
                    ErrorCode.NO_LONGER_YOURS, at.session() + " was begun anew since this was begun");
        }
        return session;
    }

    boolean insert(Statements sql, NewRow row) throws SQLException {
        var session = session(sql, row.at);
        var starts = messageId(sql, session, row.starts);
        var answers = messageId(sql, session, row.answers);
        var at = clock.instant();
        long seq = session.lastSeq + 1;
        long id = sessions.newLedgerId(sql);
        int events = row.events.size();
        int inserted = sql.update(
                APPEND,
                id,
                session.id,
                seq,
                events,
                Times.nanos(at),
                row.run == null ? "" : row.run.value(),
                starts,
                answers,
                row.body);
        if (inserted == 0) {
            return false;
        }
        sessions.appended(session, events, id);
        activity.appended(row.session(), session.id, id, seq, at, row.events);
        fresh.changed(row.session());
        if (row.answers != null) {
            sessions.answered(session, row.answers);
        }
        commits.add(row.session(), seq, at, row.events, row.body.length());
        return true;
    }

    private @Nullable Long messageId(Statements sql, SessionRows.Row session, @Nullable Long messageSeq)
            throws SQLException {
        if (messageSeq == null) {
            return null;
        }
        return sessions.messageId(sql, session, messageSeq)
                .orElseThrow(() -> new SwitchboardException(
                        ErrorCode.INVALID, "there is no message with the number " + messageSeq));
    }

    @Override
    public List<Recorded> after(SessionId session, long seq, int limit) {
        int page = page(limit);
        return page == 0
                ? List.of()
                : LedgerPage.after(
                        seq, page, readers.call(sql -> LedgerPage.rowsAfter(sql, session, seq, page)), masking);
    }

    @Override
    public List<Recorded> before(SessionId session, long seq, int limit) {
        int page = page(limit);
        return page == 0
                ? List.of()
                : LedgerPage.before(
                        seq, page, readers.call(sql -> LedgerPage.rowsBefore(sql, session, seq, page)), masking);
    }

    @Override
    public long lastSeq(SessionId session) {
        return readers.call(sql -> LedgerQueries.lastSeq(sql, session));
    }

    @Override
    public Optional<RunSummary> run(RunId run) {
        return readers.call(sql -> LedgerQueries.run(sql, run));
    }

    @Override
    public void onCommit(CommitListener listener) {
        commits.listen(listener);
    }

    private static int page(int limit) {
        return Math.clamp(limit, 0, MAX_PAGE);
    }
}
