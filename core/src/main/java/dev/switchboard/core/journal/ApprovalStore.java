package dev.switchboard.core.journal;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import java.util.List;
import java.util.Optional;

/** Where questions to people and their answers are kept, each committed together with the event that shows it. */
public interface ApprovalStore {

    /**
     * Records events and changes in one transaction; returns after the commit. False, and nothing recorded, if one of
     * the changes no longer applies.
     */
    boolean append(SessionId session, RunId run, List<RunEvent> events, List<Change> changes);

    /** Approvals nobody has answered, oldest first; those that have expired among them. */
    List<Approval> unanswered(int limit);

    Optional<Approval> approval(String approvalId);
}
