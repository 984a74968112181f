package dev.switchboard.core.modelrun;

import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Tokens;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the events that only a model's run has. Thread: the run's. */
record ModelEvents(RunContext run) {
    /** What comes before the words of a model: what it was told beside the question, and its thinking. */
    List<RunEvent> beforeWords(ModelStep step) {
        var shown = new ArrayList<>(step.thought());
        if (!step.heard().isEmpty()) {
            shown.add(new RunEvent.InjectionsTaken(run.newId(), run.run().value(), run.turnId(), step.heardIds()));
        }
        return shown;
    }

    /** What a model has said that is not the answer yet. */
    List<RunEvent> step(ModelStep step) {
        var shown = beforeWords(step);
        shown.add(new RunEvent.ModelEnd(
                run.newId(),
                run.run().value(),
                run.turnId(),
                step.number(),
                step.reply().text(),
                tokens(step.reply().usage()),
                step.costMicros(),
                step.took().toMillis()));
        return shown;
    }

    private static @Nullable Tokens tokens(ModelReply.@Nullable Usage usage) {
        return usage == null ? null : new Tokens(usage.promptTokens(), usage.completionTokens());
    }
}
