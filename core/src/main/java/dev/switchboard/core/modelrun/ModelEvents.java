package dev.switchboard.core.modelrun;

import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.ledger.RunEvent.Tokens;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.run.RunContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the events that only a model's run has. Thread: the run's. */
record ModelEvents(RunContext run) {
    /** What comes before an answer: what the model was told beside the question, its thinking, and its time. */
    List<RunEvent> beforeAnswer(ModelStep step) {
        var shown = beforeWords(step);
        shown.add(end(step, "", null));
        return shown;
    }

    private List<RunEvent> beforeWords(ModelStep step) {
        var shown = new ArrayList<>(step.thought());
        if (!step.heard().isEmpty()) {
            shown.add(new RunEvent.InjectionsTaken(run.newId(), run.run().value(), run.turnId(), step.heardIds()));
        }
        return shown;
    }

    /** What a model has said that is not the answer yet. */
    List<RunEvent> step(ModelStep step) {
        var shown = beforeWords(step);
        shown.add(end(step, step.reply().text(), step.saidId()));
        return shown;
    }

    /** A question that got no whole answer. */
    RunEvent.ModelEnd cutOff(int step, Duration took, Duration silent, Status status) {
        return new RunEvent.ModelEnd(
                run.newId(),
                run.run().value(),
                run.turnId(),
                step,
                "",
                null,
                null,
                took.toMillis(),
                null,
                silent.toMillis(),
                status);
    }

    private RunEvent.ModelEnd end(ModelStep step, String text, @Nullable String saidId) {
        return new RunEvent.ModelEnd(
                run.newId(),
                run.run().value(),
                run.turnId(),
                step.number(),
                text,
                tokens(step.reply().usage()),
                step.costMicros(),
                step.took().toMillis(),
                saidId,
                step.silent().toMillis(),
                Status.OK);
    }

    private static @Nullable Tokens tokens(ModelReply.@Nullable Usage usage) {
        return usage == null ? null : new Tokens(usage.promptTokens(), usage.completionTokens());
    }
}
