package dev.switchboard.core.run;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
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

/** What a run that was cut off had begun and not ended, so that it can be closed as aborted before it begins again. */
final class OpenParts {
    private final Map<String, Recorded> open = new LinkedHashMap<>();
    private Instant lastSeen = Instant.EPOCH;

    private OpenParts() {}

    static OpenParts of(Ledger ledger, SessionId session, long messageSeq, RunId run) {
        var parts = new OpenParts();
        var cursor = messageSeq;
        for (List<Recorded> page;
                !(page = ledger.after(session, cursor, Ledger.MAX_PAGE)).isEmpty();
                cursor = page.getLast().seq()) {
            page.forEach(recorded -> parts.see(recorded, run.value()));
        }
        return parts;
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
            case RunEvent.TurnEnd turn -> open.remove(turn.correlationId());
            case RunEvent.ThinkEnd think -> open.remove(think.correlationId());
            default -> {
                return;
            }
        }
        lastSeen = recorded.at();
    }
}
