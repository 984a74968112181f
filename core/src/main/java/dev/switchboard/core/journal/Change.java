package dev.switchboard.core.journal;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Something a run will want to know after a crash. Steps are counted from 1, the calls of a step from 0. */
public sealed interface Change {

    /** The model's whole message. */
    record StepAsked(int step, ModelMessage.Assistant message, ModelReply.@Nullable Usage usage, long costMicros)
            implements Change {}

    /** A call begins: from here on nobody knows what it did until it is finished. Does not apply a second time. */
    record CallStarted(int step, int index) implements Change {}

    /**
     * @param eventId the event that shows the result
     * @param result what the run goes on with
     * @param whole all that is kept to be asked for; null if {@code result} is that
     */
    record CallFinished(
            int step,
            int index,
            String eventId,
            ObjectNode result,
            @Nullable WholeResult whole) implements Change {
        public CallFinished(int step, int index, String eventId, ObjectNode result) {
            this(step, index, eventId, result, null);
        }
    }

    record ApprovalAsked(Approval approval) implements Change {}

    /** Applies only to an approval nobody has answered. */
    record ApprovalAnswered(String approvalId, Decision decision) implements Change {}

    /** Applies only while the run has no final event and has not seen the message before. */
    record InjectionWaits(Injection injection) implements Change {}

    /** @param step the step whose model call was the first to hear of them; recorded along with its outcome */
    record InjectionsTaken(List<String> messageIds, int step) implements Change {}

    /** The run ends whatever was sent to it meanwhile. */
    record InjectionsClosed() implements Change {}

    /** Somebody wants the run to end; recorded with the one event that says why. Whoever runs it looks for this. */
    record StopAsked(boolean kill) implements Change {}

    /** The text of a message that came without one. Applies once: the first text counts. */
    record TextKnown(long messageSeq, String text) implements Change {}

    /** The agent that answers in this session from the next message on. */
    record AgentChosen(String agent) implements Change {}
}
