package dev.switchboard.core.run;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.money.Spending;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolContext;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * All that the body of a run may touch.
 *
 * <p>Thread: the run's.
 */
public interface RunContext {
    /** Something that may be interrupted, since it writes nothing of ours. */
    interface Work<T> {
        T run() throws InterruptedException, RunStopped;
    }

    Agent agent();

    RunId run();

    SessionId session();

    /** Whose text is known when the body is begun. */
    InboundMessage message();

    /** The number of the message in its session. */
    long messageSeq();

    /**
     * What is on record of the run from before a restart; nothing of a run that begins. Read again after every wait for a
     * person, so do not hold it.
     */
    RunRecord record();

    /** What the run has used up, and whether it may go on. */
    Spending spending();

    /** The turn it is in, as events name their parent. */
    String turnId();

    /** For an event of the body's own. */
    String newId();

    /** Begins to say something; what was said last is what is left if the run is cut off. */
    Utterance speak();

    /** A call of a body that knows no steps. Going on after a crash it names the same calls in the same order. */
    CallSlot call(String callId, String tool, ObjectNode shown);

    /**
     * A call of a step.
     *
     * @param step counted from 1
     * @param index counted from 0
     * @param shown what a person wants to see of its arguments
     */
    CallSlot call(int step, int index, String callId, String tool, ObjectNode shown);

    /**
     * Whether the call may be begun, by the rules of the agent and the word of people: where they have to be asked, the
     * run gives its place back, lets go of what it holds, and waits.
     *
     * @param command the shell command it would run, if that is what it does
     * @param arguments all of them: what is asked for is bound to them
     * @param why it is asked, if there is more to say than its effect does
     */
    Permission permit(
            CallSlot call, Effect effect, @Nullable String command, ObjectNode arguments, @Nullable String why)
            throws InterruptedException, RunStopped;

    /** What one further call knows of its surroundings; it is closed after the call. */
    ToolContext surroundings();

    /** Takes what was sent to the run and is meant for the very next thing it does. */
    List<Injection> steering();

    /** Takes what the next turn is about; empty if nothing was sent. */
    List<Injection> sentForNextTurn();

    /** Commits what happened, and what the run will want to know after a crash. Never an end: that is the life's. */
    void record(List<RunEvent> shown, List<Change> changes);

    /** The same, and another turn begins. */
    void recordTurn(List<RunEvent> shown, List<Change> changes);

    /** @throws RunStopped if the run was stopped before or meanwhile */
    <T> T interruptibly(Work<T> work) throws InterruptedException, RunStopped;

    /** Whether what runs is to be ended at once, without time to clean up. */
    boolean isKilled();
}
