package dev.switchboard.core.modelrun;

import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One question to the model and what it said.
 *
 * @param number counted from 1 within the run
 * @param saidId of what it said
 * @param silent how long it said nothing
 * @param thought what is left to be shown of its thinking
 * @param heard what was sent to the run and told to the model with this question
 */
record ModelStep(
        int number,
        String saidId,
        ModelReply reply,
        @Nullable Long costMicros,
        Duration took,
        Duration silent,
        List<RunEvent> thought,
        List<Injection> heard) {

    ModelMessage.Assistant message() {
        return new ModelMessage.Assistant(reply.text(), reply.thinking(), reply.toolCalls());
    }

    List<String> heardIds() {
        return heard.stream().map(Injection::messageId).toList();
    }

    /** What is recorded of it when the run goes on. */
    List<Change> changes() {
        var changes = new ArrayList<>(heardChanges());
        changes.add(new Change.StepAsked(number, message(), reply.usage(), costMicros == null ? 0 : costMicros));
        return changes;
    }

    List<Change> heardChanges() {
        return heard.isEmpty() ? List.of() : List.of(new Change.InjectionsTaken(heardIds(), number));
    }
}
