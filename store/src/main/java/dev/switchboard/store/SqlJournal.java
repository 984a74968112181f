package dev.switchboard.store;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.News;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.journal.StoredResult;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.tool.ProcessGroup;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The private record of runs, written in the same transactions as the events that show it. */
final class SqlJournal implements RunJournal {
    private static final Logger log = LoggerFactory.getLogger(SqlJournal.class);

    static final String WAITING = "SELECT message_id FROM injection WHERE run = ? AND taken IS NULL";
    private static final String GROUP_BEGINS =
            "INSERT INTO process_group (id, started, run, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";
    private static final String GROUP_ENDED = "DELETE FROM process_group WHERE id = ? AND started = ?";

    private final Writer writer;
    private final Readers readers;
    private final SqlLedger ledger;
    private final ResultFiles files;
    private final Clock clock;
    private final Masking masking;

    SqlJournal(Writer writer, Readers readers, SqlLedger ledger, ResultFiles files, Clock clock, Masking masking) {
        this.writer = writer;
        this.readers = readers;
        this.ledger = ledger;
        this.files = files;
        this.clock = clock;
        this.masking = masking;
    }

    @Override
    public Ledger.Pending start(
            SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events, List<Change> changes) {
        var row = ledger.row(at, run, messageSeq, null, events);
        var rows = JournalChange.of(run, changes, files);
        return ledger.pending(writer.submitWithoutHurry(sql -> write(sql, row, rows)));
    }

    @Override
    public boolean append(SessionEpoch at, RunId run, List<RunEvent> events, List<Change> changes) {
        var row = ledger.row(at, run, null, null, events);
        var rows = JournalChange.of(run, changes, files);
        try {
            return append(row, rows);
        } catch (SwitchboardException e) {
            if (e.code() == ErrorCode.NO_LONGER_YOURS) {
                discardResults(changes);
            }
            throw e;
        }
    }

    /** Files come before their rows: those whose rows were refused go again. */
    private void discardResults(List<Change> changes) {
        for (var change : changes) {
            if (change instanceof Change.CallFinished finished) {
                try {
                    files.deleteOf(finished.eventId());
                } catch (IOException e) {
                    log.warn("a result nobody wants any more could not be removed: {}", e.getMessage());
                }
            }
        }
    }

    @Override
    public boolean append(SessionEpoch at, List<RunEvent> events, List<Change> changes) {
        return append(ledger.row(at, null, null, null, events), JournalChange.of(null, changes, files));
    }

    private boolean append(SqlLedger.NewRow row, List<JournalChange> changes) {
        return writer.call(sql -> write(sql, row, changes));
    }

    @Override
    public Ending finish(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events, List<Change> changes) {
        EventJson.onlyFinal(events);
        var row = ledger.row(at, run, null, messageSeq, events);
        var rows = JournalChange.of(run, changes, files);
        boolean whatever = changes.contains(new Change.InjectionsClosed());
        var taken = new HashSet<String>();
        for (var change : changes) {
            if (change instanceof Change.InjectionsTaken these) {
                taken.addAll(these.messageIds());
            }
        }
        return writer.call(sql -> {
            if (!whatever && !taken.containsAll(sql.list(WAITING, found -> found.getString(1), run.value()))) {
                return Ending.INJECTED;
            }
            return write(sql, row, rows) ? Ending.RECORDED : Ending.SECOND;
        });
    }

    /** Only the first change may turn out not to apply: nothing is written then. */
    private boolean write(Statements sql, SqlLedger.NewRow row, List<JournalChange> changes) throws SQLException {
        var session = ledger.session(sql, row.at());
        long now = Times.nanos(clock.instant());
        for (int i = 0; i < changes.size(); i++) {
            if (!changes.get(i).apply(sql, session, now)) {
                if (i > 0) {
                    throw new IllegalStateException("a change beside the first one does not apply");
                }
                return false;
            }
        }
        return ledger.insert(sql, row);
    }

    @Override
    public RunRecord of(RunId run) {
        long now = Times.nanos(clock.instant());
        return readers.call(sql -> JournalQueries.read(sql, run, now)).decode(files, masking);
    }

    @Override
    public boolean knows(RunId run, String injectedMessageId) {
        return readers.call(sql -> JournalQueries.knows(sql, run, injectedMessageId));
    }

    @Override
    public News news(Map<RunId, SessionEpoch> runs, Collection<String> questions) {
        var json = NewsQueries.json(runs);
        return readers.call(sql -> NewsQueries.read(sql, json, questions)).decode(masking);
    }

    @Override
    public List<Injection> waiting(RunId run) {
        return readers.call(sql -> JournalQueries.waiting(sql, run));
    }

    @Override
    public Optional<RunId> underWay(SessionId session) {
        return readers.call(sql -> JournalQueries.underWay(sql, session));
    }

    @Override
    public Unanswered unanswered(@Nullable String after, int limit) {
        int most = Math.clamp(limit, 1, Ledger.MAX_PAGE);
        var rows = readers.call(sql -> JournalQueries.unanswered(sql, after, most));
        return new Unanswered(
                rows.page().stream().map(row -> row.decode(masking)).toList(), rows.more());
    }

    @Override
    public Set<RunId> runsAsking() {
        return readers.call(JournalQueries::runsAsking);
    }

    @Override
    public List<Approval> unansweredIn(SessionId session, int limit) {
        return readers.call(sql -> JournalQueries.unanswered(sql, session, limit)).stream()
                .map(row -> row.decode(masking))
                .toList();
    }

    @Override
    public Optional<Approval> approval(String approvalId) {
        return readers.call(sql -> JournalQueries.approval(sql, approvalId)).map(row -> row.decode(masking));
    }

    @Override
    public void groupBegins(RunId run, ProcessGroup group) {
        writer.call(sql ->
                sql.update(GROUP_BEGINS, group.id(), group.started(), run.value(), Times.nanos(clock.instant())));
    }

    @Override
    public void groupEnded(ProcessGroup group) {
        // Nobody waits for this: after a crash it is found gone.
        writer.submitWithoutHurry(sql -> sql.update(GROUP_ENDED, group.id(), group.started()));
    }

    @Override
    public List<ProcessGroup> processGroups() {
        return readers.call(JournalQueries::processGroups);
    }

    @Override
    public Optional<StoredResult> result(String eventId) {
        return readers.call(sql -> JournalQueries.result(sql, eventId)).flatMap(stored -> stored.whole(files));
    }

    @Override
    public Optional<SessionId> sessionOfResult(String eventId) {
        return readers.call(
                sql -> sql.first(JournalQueries.SESSION_OF_RESULT, row -> new SessionId(row.getString(1)), eventId));
    }
}
