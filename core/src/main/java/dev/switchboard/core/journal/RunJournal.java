package dev.switchboard.core.journal;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.ApprovalStore;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.tool.ProcessGroup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run needs to go on after a crash. Changes are committed together with the events that show them, so that
 * neither is ever there without the other.
 */
public interface RunJournal extends ApprovalStore, ResultStore {

    /** How the attempt to end a run went. */
    enum Ending {
        RECORDED,
        /** The message has its final event already. */
        SECOND,
        /** A message was sent to the run in the last moment: it goes on. */
        INJECTED
    }

    /** As {@link dev.switchboard.core.ledger.Ledger#start}, together with changes. */
    Ledger.Pending start(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events, List<Change> changes);

    /**
     * Records events and changes in one transaction; returns after the commit. False, and nothing recorded, if one of
     * the changes no longer applies.
     */
    boolean append(SessionEpoch at, RunId run, List<RunEvent> events, List<Change> changes);

    @Override
    default boolean ask(Approval approval, RunEvent.ApprovalRequired shown) {
        return append(approval.at(), approval.run(), List.of(shown), List.of(new Change.ApprovalAsked(approval)));
    }

    @Override
    default boolean answer(Approval approval, Decision decision, RunEvent.ApprovalResolved shown) {
        return append(
                approval.at(),
                approval.run(),
                List.of(shown),
                List.of(new Change.ApprovalAnswered(approval.id(), decision)));
    }

    /** As {@link #append(SessionEpoch, RunId, List, List)}, for what concerns a session and no run. */
    boolean append(SessionEpoch at, List<RunEvent> events, List<Change> changes);

    /**
     * As {@link dev.switchboard.core.ledger.Ledger#finish}, together with changes; nothing is recorded if then a message
     * still waits for the run to take it up.
     */
    Ending finish(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events, List<Change> changes);

    RunRecord of(RunId run);

    /** Whether a run was sent this message. */
    boolean knows(RunId run, String injectedMessageId);

    /**
     * What was recorded for runs that are under way: one look for all of them.
     *
     * @param runs what each of them writes for
     * @param questions the ids of those that somebody waits for an answer to
     */
    News news(Map<RunId, SessionEpoch> runs, Collection<String> questions);

    /** What a run was sent and has not taken up, oldest first. */
    List<Injection> waiting(RunId run);

    /** The run that was begun in this session, by whichever gateway, and has no end. */
    Optional<RunId> underWay(SessionId session);

    /** A process group is about to do its work; returns after the commit. */
    void groupBegins(RunId run, ProcessGroup group);

    void groupEnded(ProcessGroup group);

    /** Process groups that were begun and of which nobody has said that they ended. */
    List<ProcessGroup> processGroups();
}
