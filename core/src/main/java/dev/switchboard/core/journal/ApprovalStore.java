package dev.switchboard.core.journal;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where questions to people and their answers are kept, each committed together with the event that shows it. */
public interface ApprovalStore {

    /**
     * Records events and changes in one transaction; returns after the commit. False, and nothing recorded, if one of
     * the changes no longer applies.
     */
    boolean append(SessionId session, RunId run, List<RunEvent> events, List<Change> changes);

    /** @param more whether there are further ones behind them */
    record Unanswered(List<Approval> approvals, boolean more) {}

    /**
     * A page of the approvals nobody has answered, oldest first; those that have expired among them. It ends early where
     * the calls in it are large, and holds at least one if there is one.
     *
     * @param after the id of the one before the page, which may have been answered meanwhile; null for the first page
     */
    Unanswered unanswered(@Nullable String after, int limit);

    /** The runs that have asked and have no answer. */
    Set<RunId> runsAsking();

    Optional<Approval> approval(String approvalId);
}
