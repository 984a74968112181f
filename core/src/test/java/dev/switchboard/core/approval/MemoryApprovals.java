package dev.switchboard.core.approval;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a journal is to approvals: questions, the one answer to each, and the events that show both. Thread: any. */
public final class MemoryApprovals implements ApprovalStore {
    private final Map<String, Approval> approvals = new LinkedHashMap<>();
    private final List<RunEvent> events = new ArrayList<>();
    private Runnable afterCommit = () -> {};

    /** Called after each commit, before whoever asked for it knows. */
    void afterCommit(Runnable action) {
        afterCommit = action;
    }

    synchronized List<RunEvent> events() {
        return List.copyOf(events);
    }

    @Override
    public boolean ask(Approval approval, RunEvent.ApprovalRequired shown) {
        return committed(record(approval, shown));
    }

    private synchronized boolean record(Approval approval, RunEvent shown) {
        if (approvals.putIfAbsent(approval.id(), approval) != null) {
            return false;
        }
        return events.add(shown);
    }

    @Override
    public boolean answer(Approval approval, Decision decision, RunEvent.ApprovalResolved shown) {
        return committed(record(approval.id(), decision, shown));
    }

    private synchronized boolean record(String id, Decision decision, RunEvent shown) {
        var open = approvals.get(id);
        if (open == null || open.decision() != null) {
            return false;
        }
        approvals.put(id, open.answered(decision));
        return events.add(shown);
    }

    private boolean committed(boolean applied) {
        if (applied) {
            afterCommit.run();
        }
        return applied;
    }

    @Override
    public synchronized Unanswered unanswered(@Nullable String after, int limit) {
        var open = approvals.values().stream()
                .filter(approval -> approval.decision() == null || approval.id().equals(after))
                .toList();
        int from =
                after == null ? 0 : 1 + open.stream().map(Approval::id).toList().indexOf(after);
        var behind = open.subList(from, open.size());
        return new Unanswered(List.copyOf(behind.subList(0, Math.min(limit, behind.size()))), behind.size() > limit);
    }

    @Override
    public synchronized List<Approval> unansweredIn(SessionId session, int limit) {
        return approvals.values().stream()
                .filter(approval ->
                        approval.decision() == null && approval.session().equals(session))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized Set<RunId> runsAsking() {
        return approvals.values().stream()
                .filter(approval -> approval.decision() == null)
                .map(Approval::run)
                .collect(Collectors.toSet());
    }

    @Override
    public synchronized Optional<Approval> approval(String approvalId) {
        return Optional.ofNullable(approvals.get(approvalId));
    }
}
