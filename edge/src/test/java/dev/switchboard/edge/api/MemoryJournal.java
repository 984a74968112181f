package dev.switchboard.edge.api;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.ApprovalStore;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.ResultStore;
import dev.switchboard.core.journal.StoredResult;
import dev.switchboard.core.ledger.RunEvent;
import java.io.StringReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Approvals and results in memory. Events are dropped: nobody here reads them. */
final class MemoryJournal implements ApprovalStore, ResultStore {
    /** In which all calls are made. */
    static final SessionId SESSION = new SessionId("calls");

    private final Map<String, Approval> approvals = new LinkedHashMap<>();
    private final Map<String, ObjectNode> results = new HashMap<>();

    synchronized void asked(Approval approval) {
        approvals.put(approval.id(), approval);
    }

    synchronized void gave(String eventId, ObjectNode result) {
        results.put(eventId, result);
    }

    @Override
    public boolean ask(Approval approval, RunEvent.ApprovalRequired shown) {
        throw new UnsupportedOperationException(approval.toString());
    }

    @Override
    public synchronized boolean answer(Approval approval, Decision decision, RunEvent.ApprovalResolved shown) {
        var open = approvals.get(approval.id());
        if (open == null || open.decision() != null) {
            return false;
        }
        approvals.put(approval.id(), open.answered(decision));
        return true;
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

    @Override
    public synchronized Optional<SessionId> sessionOfResult(String eventId) {
        return results.containsKey(eventId) ? Optional.of(SESSION) : Optional.empty();
    }

    @Override
    public synchronized Optional<StoredResult> result(String eventId) {
        return Optional.ofNullable(results.get(eventId)).map(json -> () -> new StringReader(json.toString()));
    }
}
