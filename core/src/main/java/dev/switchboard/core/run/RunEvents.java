package dev.switchboard.core.run;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.ledger.RunEvent.Tokens;
import dev.switchboard.core.message.Attachment;
import dev.switchboard.core.tool.Plan;
import dev.switchboard.core.tool.ToolResult;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the events of one run: with ids of their own, and no longer than they may be. All are masked when they are
 * recorded; here only what is cut, since half a key is still a secret, and what goes elsewhere too.
 *
 * <p>Thread: the run's.
 */
final class RunEvents {
    private final RunId run;
    private final String messageId;
    private final long messageSeq;
    private final Supplier<String> ids;
    private final Masking masking;
    private Turn turn;

    RunEvents(RunId run, String messageId, long messageSeq, Supplier<String> ids, Masking masking) {
        this.run = run;
        this.messageId = messageId;
        this.messageSeq = messageSeq;
        this.ids = ids;
        this.masking = masking;
        this.turn = Turn.begin(ids.get());
    }

    String newId() {
        return ids.get();
    }

    /** For a message before its first word. */
    String newSaidId() {
        return "said-" + ids.get();
    }

    String turnId() {
        return turn.id();
    }

    RunEvent.RunStarted started(Agent agent, int attempt) {
        return new RunEvent.RunStarted(
                ids.get(), run.value(), messageId, agent.name(), agent.engine(), attempt, messageSeq);
    }

    RunEvent.TurnStart turnStart() {
        return new RunEvent.TurnStart(ids.get(), run.value(), turn.id(), messageId);
    }

    RunEvent.TurnEnd turnEnd(Status status) {
        return new RunEvent.TurnEnd(ids.get(), run.value(), turn.id(), status, turn.lastedMs());
    }

    /** The run goes on with another turn. */
    RunEvent.TurnStart nextTurn() {
        turn = Turn.begin(ids.get());
        return turnStart();
    }

    RunEvent.Transcription transcription(Attachment spoken, String text, Duration took) {
        return new RunEvent.Transcription(
                ids.get(), run.value(), turn.id(), messageId, messageSeq, text, spoken.format(), took.toMillis());
    }

    RunEvent.PreviewRetracted retracted(String reason) {
        return new RunEvent.PreviewRetracted(ids.get(), run.value(), turn.id(), reason);
    }

    RunEvent.ToolStart toolStart(String callId, String tool, ObjectNode shown) {
        return new RunEvent.ToolStart(ids.get(), run.value(), callId, turn.id(), tool, args(shown));
    }

    RunEvent.ToolEnd toolEnd(
            String callId, String tool, ObjectNode shown, ToolResult result, Status status, Duration took) {
        return new RunEvent.ToolEnd(
                ids.get(),
                run.value(),
                callId,
                turn.id(),
                tool,
                args(shown),
                ShownResult.of(masking.mask(result.json()), ShownResult.IN_EVENT),
                status,
                took.toMillis());
    }

    /** All arguments, without secrets: what a person is asked to allow. */
    ObjectNode masked(ObjectNode arguments) {
        return masking.mask(arguments);
    }

    RunEvent.ApprovalRequired approvalRequired(Approval approval) {
        return new RunEvent.ApprovalRequired(
                ids.get(),
                run.value(),
                approval.id(),
                approval.callId(),
                approval.turnId(),
                approval.tool(),
                approval.arguments(),
                approval.effect(),
                approval.reason(),
                approval.expiresAt());
    }

    RunEvent.PlanChanged planChanged(Plan plan) {
        return new RunEvent.PlanChanged(ids.get(), run.value(), turn.id(), plan);
    }

    RunEvent.Answered answered(
            String text, String saidId, @Nullable Tokens usage, Duration took, RunEvent.@Nullable Account account) {
        return masking.mask(new RunEvent.Answered(
                ids.get(), run.value(), messageId, text, usage, took.toMillis(), account, saidId));
    }

    RunEvent.Failed failed(
            String code,
            String why,
            @Nullable Utterance last,
            @Nullable Tokens usage,
            Duration took,
            RunEvent.@Nullable Account account) {
        var said = cutOff(last);
        return masking.mask(new RunEvent.Failed(
                ids.get(),
                run.value(),
                messageId,
                code,
                why,
                usage,
                took.toMillis(),
                said,
                account,
                said == null || last == null ? null : last.id()));
    }

    RunEvent.Stopped stopped(
            @Nullable Utterance last,
            @Nullable String reason,
            @Nullable Tokens usage,
            Duration took,
            RunEvent.@Nullable Account account) {
        var said = cutOff(last);
        return masking.mask(new RunEvent.Stopped(
                ids.get(),
                run.value(),
                messageId,
                said == null ? "Stopped before anything was said." : said,
                said,
                reason,
                usage,
                took.toMillis(),
                account,
                said == null || last == null ? null : last.id()));
    }

    /** What was said until the end came; null if that is nothing, or only what may be the beginning of a secret. */
    private @Nullable String cutOff(@Nullable Utterance last) {
        var partial = last == null ? null : last.text();
        var shown = partial == null ? "" : masking.maskCut(partial);
        return shown.isEmpty() ? null : shown;
    }

    private ObjectNode args(ObjectNode shown) {
        return ShownResult.of(masking.mask(shown), ShownResult.IN_EVENT);
    }
}
