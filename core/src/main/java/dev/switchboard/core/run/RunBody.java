package dev.switchboard.core.run;

import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import java.util.List;

/**
 * What happens inside a run: a model that is asked again and again, or a program that does it all by itself. Its life
 * around it (start, attempts, stop, deadline, the end and its record) is {@link AgentRun}'s, and a body touches nothing
 * but the {@link RunContext} it was made with. Whatever it throws ends the run in words.
 *
 * <p>Thread: the run's.
 */
public interface RunBody {
    /**
     * From the beginning, or from where {@link RunContext#record} ends. The life commits the end that is returned.
     *
     * @throws InterruptedException if the gateway goes down; the run is taken up again by the next one
     * @throws RunStopped somebody stopped the run
     */
    Outcome run() throws InterruptedException, RunStopped;

    /**
     * The answer that was returned last is none: a message was sent to the run before it could be committed. It is to be
     * recorded as what was said so far, and another turn follows.
     */
    Outcome nextTurn() throws InterruptedException, RunStopped;

    /**
     * Whether it can go on where a gateway that died has left it. One that cannot is begun at most once: its run then
     * ends as interrupted, in words.
     */
    boolean goesOnAfterCrash();

    /** Whether a call of this tool may be made once more if nobody knows how it went: it only looks. */
    default boolean mayRepeat(String tool) {
        return false;
    }

    /** The run waits for a person, which may take long: what is on record need not be held in memory. */
    default void letGo() {}

    /**
     * The wait is over: what was let go is wanted again.
     *
     * @param record all of the run, as after a crash
     * @param waited the call that had to wait; what comes after it has not been yet
     */
    default void recall(RunRecord record, CallSlot waited) {}

    /**
     * The run ends in another way than by an answer of the body's.
     *
     * @return what shows the end of what the body had under way, committed together with the end of the run
     */
    default List<RunEvent> cutOff(Status status) {
        return List.of();
    }

    /** The end is on record; also if the body was never begun. */
    default void ended(RunEvent.Final end) {}
}
