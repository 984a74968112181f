package dev.switchboard.core.run;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.tool.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * The calls of one run on record, and the files they wrote.
 *
 * <p>Thread: the run's.
 */
final class Calls {
    private final SessionEpoch at;
    private final RunId run;
    private final RunJournal journal;
    private final RunEvents events;
    private final Set<String> files = new LinkedHashSet<>();
    private int ofNoStep;
    private boolean any;

    Calls(SessionEpoch at, RunId run, RunJournal journal, RunEvents events) {
        this.at = at;
        this.run = run;
        this.journal = journal;
        this.events = events;
    }

    SessionId session() {
        return at.session();
    }

    RunId run() {
        return run;
    }

    CallSlot slot(RunRecord record, String callId, String tool, ObjectNode shown) {
        return slot(record, 0, ofNoStep++, callId, tool, shown);
    }

    CallSlot slot(RunRecord record, int step, int index, String callId, String tool, ObjectNode shown) {
        var before = record.call(step, index);
        return new CallSlot(
                this,
                step,
                index,
                callId,
                tool,
                shown,
                before.isPresent(),
                before.map(RunRecord.Call::result).orElse(null));
    }

    void begin(List<CallSlot> together) {
        any = true;
        var starts = new ArrayList<RunEvent>();
        var changes = new ArrayList<Change>();
        for (var call : together) {
            starts.add(call.start(events));
            // What only looks is made again after a crash: it is shown again, and was begun all the same.
            if (!call.isBegun()) {
                changes.add(call.started());
            }
        }
        if (!journal.append(at, run, starts, changes)) {
            throw new IllegalStateException("a call was to be begun a second time");
        }
        together.forEach(CallSlot::begins);
    }

    void finish(CallSlot call, ToolResult result, Status status, Duration took) {
        var end = call.end(events, result, status, took);
        journal.append(at, run, List.of(end), List.of(call.finished(end.id(), result)));
        WrittenFiles.in(call.tool(), result.json()).ifPresent(files::add);
    }

    /** A call that is not made has its result at once. */
    void refuse(CallSlot call, ToolResult why) {
        any = true;
        var end = call.end(events, why, Status.ERROR, Duration.ZERO);
        var changes = new ArrayList<Change>();
        if (!call.isBegun()) {
            changes.add(call.started());
        }
        changes.add(call.finished(end.id(), why));
        journal.append(at, run, List.of(call.start(events), end), changes);
    }

    void wroteBefore(Collection<String> earlier) {
        files.addAll(earlier);
    }

    /** What the run has written, in the order in which it did. */
    Set<String> files() {
        return files;
    }

    /** Whether there was one since this start. */
    boolean any() {
        return any;
    }
}
