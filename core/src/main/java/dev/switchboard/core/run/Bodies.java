package dev.switchboard.core.run;

import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import java.util.Optional;

/** Does the work of the agents of one kind: it makes a body for each of their runs. Thread: any. */
public interface Bodies {
    /** For one run of one of its agents; it is not begun here. */
    RunBody body(RunContext run);

    /** A run of this agent has ended and its answer was sent: the time for what nobody waits for. */
    default void afterAnswer(Agent agent, SessionEpoch at) throws InterruptedException {}

    /**
     * What was said in the session, in this agent's words, for another one who goes on; nothing is recorded yet. Empty if
     * nothing was said or if this kind of agent cannot say it shorter.
     *
     * @throws dev.switchboard.core.failure.SwitchboardException if it could, and failed
     */
    default Optional<RunEvent.Summarised> sumUp(Agent agent, SessionId session) throws InterruptedException {
        return Optional.empty();
    }

    /** What {@link #sumUp} has said is on record now, and stands for what it sums up. */
    default void summarised(SessionId session, RunEvent.Summarised summary) {}

    /** What is held in memory of the session is no longer all that was said there. */
    default void forget(SessionId session) {}
}
