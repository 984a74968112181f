package dev.switchboard.core.ledger;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.News;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.journal.StoredResult;
import dev.switchboard.core.tool.ProcessGroup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Passes events on to a ledger and keeps nothing else: enough for runs without tools. */
public final class MemoryJournal implements RunJournal {
    private final Ledger ledger;
    /** Whether every run is told that its session was begun anew. */
    public volatile boolean begunAnew;

    public MemoryJournal(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public Ledger.Pending start(
            SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events, List<Change> changes) {
        return ledger.start(at, messageSeq, run, events);
    }

    @Override
    public boolean append(SessionEpoch at, RunId run, List<RunEvent> events, List<Change> changes) {
        ledger.append(at, run, events);
        return true;
    }

    @Override
    public boolean append(SessionEpoch at, List<RunEvent> events, List<Change> changes) {
        return append(at, new RunId(""), events, changes);
    }

    @Override
    public Ending finish(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events, List<Change> changes) {
        return ledger.finish(at, messageSeq, run, events) ? Ending.RECORDED : Ending.SECOND;
    }

    @Override
    public RunRecord of(RunId run) {
        return RunRecord.NONE;
    }

    @Override
    public boolean knows(RunId run, String injectedMessageId) {
        return false;
    }

    @Override
    public List<Approval> unansweredIn(SessionId session, int limit) {
        return List.of();
    }

    @Override
    public Unanswered unanswered(@Nullable String after, int limit) {
        return new Unanswered(List.of(), false);
    }

    @Override
    public Set<RunId> runsAsking() {
        return Set.of();
    }

    @Override
    public Optional<Approval> approval(String approvalId) {
        return Optional.empty();
    }

    @Override
    public News news(Map<RunId, SessionEpoch> runs, Collection<String> questions) {
        return begunAnew ? new News(runs.keySet(), List.of(), Map.of(), List.of()) : News.NONE;
    }

    @Override
    public List<Injection> waiting(RunId run) {
        return List.of();
    }

    @Override
    public Optional<RunId> underWay(SessionId session) {
        return Optional.empty();
    }

    @Override
    public void groupBegins(RunId run, ProcessGroup group) {}

    @Override
    public void groupEnded(ProcessGroup group) {}

    @Override
    public List<ProcessGroup> processGroups() {
        return List.of();
    }

    @Override
    public Optional<StoredResult> result(String eventId) {
        return Optional.empty();
    }

    @Override
    public Optional<SessionId> sessionOfResult(String eventId) {
        return Optional.empty();
    }
}
