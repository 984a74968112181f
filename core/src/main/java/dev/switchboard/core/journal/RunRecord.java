package dev.switchboard.core.journal;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * All that is on record of a run.
 *
 * @param calls those of no step, by their number; a call that is not in here was not begun
 * @param takenLast injections that were given to the model with the question whose answer ended the run, oldest first
 * @param waiting injections the run has not taken up, oldest first
 * @param fruitlessStarts how often the run was started since anything of it was last finished or answered; none while
 *     it waits for an answer
 * @param firstStart when it was first started; null if it never was
 * @param waited how long it has waited for people in all, and after their answers for its place
 * @param brief what its message came with if it is a task
 */
public record RunRecord(
        List<Step> steps,
        Map<Integer, Call> calls,
        List<Injection> takenLast,
        List<Injection> waiting,
        List<Approval> approvals,
        int fruitlessStarts,
        @Nullable Instant firstStart,
        Duration waited,
        @Nullable Brief brief) {
    public static final RunRecord NONE =
            new RunRecord(List.of(), Map.of(), List.of(), List.of(), List.of(), 0, null, Duration.ZERO, null);

    /**
     * @param taken injections that were given to the model with this step's question, oldest first
     * @param calls by their index; a call that is not in here was not begun
     */
    public record Step(
            int number,
            List<Injection> taken,
            ModelMessage.Assistant message,
            ModelReply.@Nullable Usage usage,
            long costMicros,
            Map<Integer, Call> calls) {}

    /** A call that was begun; {@code result} is null if nobody knows how it went. */
    public record Call(@Nullable ObjectNode result) {}

    /** The same with these steps. */
    public RunRecord withSteps(List<Step> changed) {
        return new RunRecord(changed, calls, takenLast, waiting, approvals, fruitlessStarts, firstStart, waited, brief);
    }

    /** @param step 0 for a call of no step */
    public Optional<Call> call(int step, int index) {
        if (step == 0) {
            return Optional.ofNullable(calls.get(index));
        }
        return steps.stream()
                .filter(known -> known.number() == step)
                .findFirst()
                .map(known -> known.calls().get(index));
    }

    public Optional<Approval> approval(int step, int index) {
        return approvals.stream()
                .filter(approval -> approval.step() == step && approval.index() == index)
                .findFirst();
    }
}
