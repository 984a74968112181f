package dev.switchboard.core.run;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.tool.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a run that was cut off had shown: what it had begun and not ended, so that it can be closed as aborted before it
 * begins again, and what its next start goes on from.
 */
final class OpenParts {
    static final OpenParts NONE = new OpenParts();

    private final Map<String, Recorded> open = new LinkedHashMap<>();
    private final Set<String> files = new LinkedHashSet<>();
    private Instant lastSeen = Instant.EPOCH;
    private @Nullable Plan plan;
    private @Nullable StopRequest stop;

    private OpenParts() {}

    static OpenParts of(Ledger ledger, SessionId session, long messageSeq, RunId run) {
        var parts = new OpenParts();
        ledger.each(session, messageSeq, recorded -> parts.see(recorded, run.value()));
        return parts;
    }

    /** The plan as the run has left it. */
    @Nullable
    Plan plan() {
        return plan;
    }

    /** What the run has written. */
    Set<String> files() {
        return files;
    }

    /** The stop that was asked for before the gateway went down. */
    @Nullable
    StopRequest stop() {
        return stop;
    }

    /** Ends for all that is open, children before their turn. */
    List<RunEvent> aborted(Supplier<String> ids) {
        var ends = new ArrayList<RunEvent>();
        open.values().forEach(begun -> {
            var lasted = Duration.between(begun.at(), lastSeen).toMillis();
            switch (begun.event()) {
                case RunEvent.ThinkStart think ->
                    ends.addFirst(new RunEvent.ThinkEnd(
                            ids.get(),
                            think.runId(),
                            think.correlationId(),
                            think.parentId(),
                            "",
                            false,
                            Status.ABORTED,
                            lasted));
                case RunEvent.ToolStart tool ->
                    ends.addFirst(new RunEvent.ToolEnd(
                            ids.get(),
                            tool.runId(),
                            tool.correlationId(),
                            tool.parentId(),
                            tool.tool(),
                            tool.args(),
                            CallSlot.OUTCOME_UNKNOWN.json(),
                            Status.ABORTED,
                            lasted));
                case RunEvent.TurnStart turn ->
                    ends.addLast(new RunEvent.TurnEnd(
                            ids.get(), turn.runId(), turn.correlationId(), Status.ABORTED, lasted));
                default -> throw new IllegalStateException("not a start: " + begun.event());
            }
        });
        return ends;
    }

    private void see(Recorded recorded, String run) {
        switch (recorded.event()) {
            case RunEvent.TurnStart turn when turn.runId().equals(run) -> open.put(turn.correlationId(), recorded);
            case RunEvent.ThinkStart think when think.runId().equals(run) -> open.put(think.correlationId(), recorded);
            case RunEvent.ToolStart tool when tool.runId().equals(run) -> open.put(tool.correlationId(), recorded);
            case RunEvent.TurnEnd turn -> open.remove(turn.correlationId());
            case RunEvent.ThinkEnd think -> open.remove(think.correlationId());
            case RunEvent.ToolEnd tool
            when tool.runId().equals(run) -> {
                open.remove(tool.correlationId());
                WrittenFiles.in(tool).ifPresent(files::add);
            }
            case RunEvent.PlanChanged moved when moved.runId().equals(run) -> plan = moved.plan();
            case RunEvent.Received control
            when run.equals(control.runId()) ->
                stop = switch (control.subtype()) {
                    case "stop" -> new StopRequest(false, reason(control), null);
                    case "kill" -> new StopRequest(true, reason(control), null);
                    default -> stop;
                };
            default -> {
                return;
            }
        }
        lastSeen = recorded.at();
    }

    private static @Nullable String reason(RunEvent.Received control) {
        var reason = control.payload() == null ? null : control.payload().get(RunEvent.Received.REASON);
        return reason == null ? null : reason.stringValue();
    }
}
