package dev.switchboard.store;

import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a run has shown as begun and not as ended. Its ends tell nothing of what was said or done. */
final class UnfinishedParts {
    private final Map<String, Recorded> open = new LinkedHashMap<>();
    private final Supplier<String> ids;
    private final Instant now;

    UnfinishedParts(Supplier<String> ids, Instant now) {
        this.ids = ids;
        this.now = now;
    }

    void see(Recorded recorded) {
        switch (recorded.event()) {
            case RunEvent.TurnStart turn -> open.put(turn.correlationId(), recorded);
            case RunEvent.ThinkStart think -> open.put(think.correlationId(), recorded);
            case RunEvent.ToolStart tool -> open.put(tool.correlationId(), recorded);
            case RunEvent.TurnEnd turn -> open.remove(turn.correlationId());
            case RunEvent.ThinkEnd think -> open.remove(think.correlationId());
            case RunEvent.ToolEnd tool -> open.remove(tool.correlationId());
            case RunEvent.UserMessage _,
                    RunEvent.Transcription _,
                    RunEvent.RunStarted _,
                    RunEvent.PreviewRetracted _,
                    RunEvent.ModelEnd _,
                    RunEvent.ApprovalRequired _,
                    RunEvent.ApprovalResolved _,
                    RunEvent.PlanChanged _,
                    RunEvent.Injected _,
                    RunEvent.InjectionsTaken _,
                    RunEvent.Received _,
                    RunEvent.Summarised _,
                    RunEvent.Final _ -> {}
        }
    }

    /** The ends of thoughts and calls, the last one first. */
    List<RunEvent> ended() {
        var ends = new ArrayList<RunEvent>();
        for (var begun : open.values()) {
            if (begun.event() instanceof RunEvent.ThinkStart think) {
                ends.addFirst(new RunEvent.ThinkEnd(
                        ids.get(),
                        think.runId(),
                        think.correlationId(),
                        think.parentId(),
                        "",
                        false,
                        Status.ABORTED,
                        lasted(begun)));
            } else if (begun.event() instanceof RunEvent.ToolStart tool) {
                ends.addFirst(new RunEvent.ToolEnd(
                        ids.get(),
                        tool.runId(),
                        tool.correlationId(),
                        tool.parentId(),
                        tool.tool(),
                        JsonNodeFactory.instance.objectNode(),
                        JsonNodeFactory.instance.objectNode(),
                        Status.ABORTED,
                        lasted(begun)));
            }
        }
        return ends;
    }

    /** To come last, behind the run's own end. */
    List<RunEvent> turnsEnded() {
        var ends = new ArrayList<RunEvent>();
        for (var begun : open.values()) {
            if (begun.event() instanceof RunEvent.TurnStart turn) {
                ends.add(new RunEvent.TurnEnd(
                        ids.get(), turn.runId(), turn.correlationId(), Status.ABORTED, lasted(begun)));
            }
        }
        return ends;
    }

    private long lasted(Recorded begun) {
        return Math.max(0, Duration.between(begun.at(), now).toMillis());
    }
}
