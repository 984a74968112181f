package dev.switchboard.core.run;

import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.ledger.RunEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Predicate;

/**
 * Calls that were under way when the gateway went down. What only looks is done again; of everything else the model is
 * told that nobody knows how it went, and it is not done again.
 */
final class Interrupted {
    private final RunRecord record;
    private final Predicate<String> mayRepeat;

    /** @param mayRepeat whether a call of this tool may be made again */
    Interrupted(RunRecord record, Predicate<String> mayRepeat) {
        this.record = record;
        this.mayRepeat = mayRepeat;
    }

    /**
     * The record with those results.
     *
     * @param ends the ends that are being written for what was open
     * @param changes gets what is to be recorded along with them
     */
    RunRecord settle(List<RunEvent> ends, List<Change> changes) {
        if (record.steps().isEmpty()) {
            return record;
        }
        var last = record.steps().getLast();
        var calls = new HashMap<>(last.calls());
        for (var end : ends) {
            if (end instanceof RunEvent.ToolEnd tool && !mayRepeat.test(tool.tool())) {
                int index = indexOf(last, tool.correlationId());
                if (index >= 0) {
                    var unknown = CallSlot.OUTCOME_UNKNOWN.json();
                    changes.add(new Change.CallFinished(last.number(), index, tool.id(), unknown));
                    calls.put(index, new RunRecord.Call(unknown));
                }
            }
        }
        var steps = new ArrayList<>(record.steps());
        steps.set(
                steps.size() - 1,
                new RunRecord.Step(
                        last.number(), last.taken(), last.message(), last.usage(), last.costMicros(), calls));
        return record.withSteps(steps);
    }

    private static int indexOf(RunRecord.Step step, String callId) {
        var calls = step.message().toolCalls();
        for (int i = 0; i < calls.size(); i++) {
            if (calls.get(i).id().equals(callId)) {
                return i;
            }
        }
        return -1;
    }
}
