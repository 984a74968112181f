package dev.switchboard.core.run;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.tool.ToolResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One call of a run and its record: whether it is on disk that it was begun, and what came of it. It is begun at most
 * once, whatever happens in between, and what was begun gets its end.
 *
 * <p>Thread: the run's.
 */
public final class CallSlot {
    /** What is told of a call nobody saw the end of. */
    public static final ToolResult OUTCOME_UNKNOWN = ToolResult.failed("Outcome unknown: the gateway went down while"
            + " this ran. It may have been done, in part or not at all, and was not run again. Look at how things are"
            + " first.");

    private static final Logger log = LoggerFactory.getLogger(CallSlot.class);

    private final Calls calls;
    private final int step;
    private final int index;
    private final String callId;
    private final String tool;
    private final ObjectNode shown;
    private final boolean begunBefore;
    private final @Nullable ObjectNode resultBefore;
    private long since = System.nanoTime();

    CallSlot(
            Calls calls,
            int step,
            int index,
            String callId,
            String tool,
            ObjectNode shown,
            boolean begunBefore,
            @Nullable ObjectNode resultBefore) {
        this.calls = calls;
        this.step = step;
        this.index = index;
        this.callId = callId;
        this.tool = tool;
        this.shown = shown;
        this.begunBefore = begunBefore;
        this.resultBefore = resultBefore;
    }

    /** The step it belongs to, 0 for none. */
    public int step() {
        return step;
    }

    public int index() {
        return index;
    }

    public String callId() {
        return callId;
    }

    public String tool() {
        return tool;
    }

    /** What came of it before a restart. */
    public Optional<ToolResult> result() {
        return Optional.ofNullable(resultBefore).map(ToolResult::new);
    }

    /** Whether it was begun before a restart: nobody knows how it went, unless there is a result. */
    public boolean isBegun() {
        return begunBefore;
    }

    /** Returns when it is on disk that the call begins; only then may it. */
    public void begin() {
        calls.begin(List.of(this));
    }

    /** The same for several, with one commit. */
    public static void beginAll(List<CallSlot> together) {
        together.getFirst().calls.begin(together);
    }

    /**
     * Records what it gave and returns what counts: if that is more than can be kept, that it was done all the same.
     */
    public ToolResult finish(ToolResult result) {
        try {
            record(result, result.ok() ? Status.OK : Status.ERROR);
            return result;
        } catch (SwitchboardException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            log.atError()
                    .addKeyValue("session", calls.session())
                    .addKeyValue("run", calls.run())
                    .setCause(e)
                    .log("the result of tool {} could not be kept", tool);
            var lost = ToolResult.failed(
                    "It was done, but its result could not be kept (%s). Do not do it again only to see the result;"
                                    .formatted(e.getClass().getSimpleName())
                            + " look at what it changed, or ask for less at once.");
            record(lost, Status.ERROR);
            return lost;
        }
    }

    /** Records that it was stopped on its way. */
    public void abort() {
        record(ToolResult.failed("Stopped before it was done."), Status.ABORTED);
    }

    /** Records that it is not made, and why. */
    public ToolResult refuse(ToolResult why) {
        calls.refuse(this, why);
        return why;
    }

    private void record(ToolResult result, Status status) {
        calls.finish(this, result, status, Duration.ofNanos(System.nanoTime() - since));
    }

    void begins() {
        since = System.nanoTime();
    }

    RunEvent start(RunEvents events) {
        return events.toolStart(callId, tool, shown);
    }

    RunEvent.ToolEnd end(RunEvents events, ToolResult result, Status status, Duration took) {
        return events.toolEnd(callId, tool, shown, result, status, took);
    }

    Change started() {
        return new Change.CallStarted(step, index);
    }

    Change finished(String eventId, ToolResult result) {
        var told = ShownResult.of(result.json(), ShownResult.FOR_MODEL);
        return new Change.CallFinished(step, index, eventId, told, KeptResult.beside(told, result));
    }
}
