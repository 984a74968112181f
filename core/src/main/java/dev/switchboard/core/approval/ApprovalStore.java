package dev.switchboard.core.approval;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where questions to people and their answers are kept, each committed together with the event that shows it. */
public interface ApprovalStore {

    /** Records a question; returns after the commit. False, and nothing recorded, if its call was asked for before. */
    boolean ask(Approval approval, RunEvent.ApprovalRequired shown);

    /** Records its answer; returns after the commit. False, and nothing recorded, if it has one already. */
    boolean answer(Approval approval, Decision decision, RunEvent.ApprovalResolved shown);

    /** @param more whether there are further ones behind them */
    record Unanswered(List<Approval> approvals, boolean more) {}

    /**
     * A page of the approvals nobody has answered, oldest first; those that have expired among them. It ends early where
     * the calls in it are large, and holds at least one if there is one.
     *
     * @param after the id of the one before the page, which may have been answered meanwhile; null for the first page
     */
    Unanswered unanswered(@Nullable String after, int limit);

    /** What a session waits for, oldest first; what has expired is among it. */
    List<Approval> unansweredIn(SessionId session, int limit);

    /** The runs that have asked and have no answer. */
    Set<RunId> runsAsking();

    Optional<Approval> approval(String approvalId);
}
