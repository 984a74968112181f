package dev.switchboard.core.run;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns a model's thinking into a pair of events: the start with its first words, the end with what was thought.
 *
 * <p>Thread: the run's.
 */
final class ThinkingRecorder {
    /** What an event keeps of it. */
    private static final int MAX_CHARS = 16 * 1024;

    private final Ledger ledger;
    private final SessionEpoch at;
    private final RunId run;
    private final String turnId;
    private final Supplier<String> ids;
    private final Masking masking;
    private final StringBuilder text = new StringBuilder();
    private boolean truncated;
    private boolean spoken;
    private @Nullable String open;
    private long since;

    ThinkingRecorder(Ledger ledger, SessionEpoch at, RunId run, String turnId, Supplier<String> ids, Masking masking) {
        this.ledger = ledger;
        this.at = at;
        this.run = run;
        this.turnId = turnId;
        this.ids = ids;
        this.masking = masking;
    }

    void thinking(String delta) {
        if (open == null) {
            open = "think-" + ids.get();
            since = System.nanoTime();
            ledger.append(at, run, List.of(new RunEvent.ThinkStart(ids.get(), run.value(), open, turnId)));
        }
        var room = MAX_CHARS - text.length();
        truncated |= delta.length() > room;
        text.append(delta, 0, Math.clamp(delta.length(), 0, Math.max(0, room)));
    }

    /** From here on it speaks. */
    void text() {
        spoken = true;
        if (open != null) {
            ledger.append(at, run, close(Status.OK));
        }
    }

    /** Something was shown. What is thought is over with the question, so that a call costs no commit of its own. */
    void called() {
        spoken = true;
    }

    void retracted(String reason) {
        var events = new ArrayList<>(close(Status.ABORTED));
        if (spoken) {
            events.add(new RunEvent.PreviewRetracted(ids.get(), run.value(), turnId, reason));
            spoken = false;
        }
        if (!events.isEmpty()) {
            ledger.append(at, run, events);
        }
    }

    /** The end of what is open, if anything; to be recorded by the caller. */
    List<RunEvent> close(Status status) {
        if (open == null) {
            return List.of();
        }
        boolean whole = !truncated && status == Status.OK;
        var end = new RunEvent.ThinkEnd(
                ids.get(),
                run.value(),
                open,
                turnId,
                whole ? text.toString() : masking.maskCut(text.toString()),
                truncated,
                status,
                (System.nanoTime() - since) / 1_000_000);
        open = null;
        text.setLength(0);
        truncated = false;
        return List.of(end);
    }
}
