package dev.switchboard.edge.api;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.edge.auth.Credential;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Somebody's answer to a question, whichever door it comes through. */
public final class ApprovalAnswers {
    private static final int MAX_REASON = 1_000;

    /** Why an answer does not count, as a word for a program and a sentence for a person. */
    public record Refusal(String code, String why) {}

    private ApprovalAnswers() {}

    /**
     * Empty if it was taken.
     *
     * @throws SwitchboardException INVALID if it is no answer
     */
    public static Optional<Refusal> give(
            Approvals approvals,
            Credential by,
            @Nullable String id,
            @Nullable Boolean approved,
            @Nullable String reason) {
        if (id == null) {
            throw new SwitchboardException(ErrorCode.INVALID, "approval_id is required.");
        }
        if (approved == null) {
            throw new SwitchboardException(ErrorCode.INVALID, "approved is required: true or false.");
        }
        if (reason != null && reason.length() > MAX_REASON) {
            throw new SwitchboardException(
                    ErrorCode.INVALID, "reason may have at most %,d characters.".formatted(MAX_REASON));
        }
        return switch (approvals.answer(id, approved, reason, new RunEvent.By(by.name(), null))) {
            case Approvals.Answer.Taken() -> Optional.empty();
            case Approvals.Answer.Unknown() ->
                Optional.of(new Refusal(
                        "not_found", "There is no such approval. GET /api/approvals lists those that wait."));
            case Approvals.Answer.TooLate(var decision) ->
                Optional.of(new Refusal(
                        Decision.TIMEOUT.equals(decision.code()) ? Decision.TIMEOUT : "already_answered",
                        words(decision)));
        };
    }

    private static String words(Decision decision) {
        if (decision.code() == null) {
            return "This was already %s by somebody.".formatted(decision.approved() ? "allowed" : "refused");
        }
        return Decision.TIMEOUT.equals(decision.code())
                ? "Nobody answered in time, so it was refused."
                : "The run that asked was stopped.";
    }
}
