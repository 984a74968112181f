package dev.switchboard.edge.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.node.ObjectNode;

/** What agents want to do and somebody has to allow: the list, and the answer. */
public final class ApprovalsApi {
    private static final int MAX_REASON = 1_000;
    private static final int DEFAULT_PAGE = 100;

    /** @param next what to ask for {@code after} next; absent when there is no more */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ApprovalList(
            List<ApprovalLine> approvals, @Nullable String next) {}

    record ToolCallLine(String id, String name, ObjectNode arguments) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record ApprovalLine(
            String approvalId,
            String sessionId,
            String runId,
            ToolCallLine toolCall,
            String effect,
            String reason,
            Instant expiresAt) {
        static ApprovalLine of(Approval approval) {
            return new ApprovalLine(
                    approval.id(),
                    approval.session().value(),
                    approval.run().value(),
                    new ToolCallLine(approval.callId(), approval.tool(), approval.arguments()),
                    approval.effect().wireName(),
                    approval.reason(),
                    approval.expiresAt());
        }
    }

    record Answer(@Nullable Boolean approved, @Nullable String reason) {}

    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Answered(
            String approvalId, boolean approved, @Nullable String reason) {}

    private final Approvals approvals;

    public ApprovalsApi(Approvals approvals) {
        this.approvals = approvals;
    }

    public List<Route> routes() {
        var answering = new Access.Needs(Scope.APPROVAL_RESPOND);
        return List.of(
                new Route("GET", "/api/approvals", answering, this::list),
                new Route("POST", "/api/approvals/{approval_id}", answering, this::answer));
    }

    private Response list(Call call) {
        var after = call.request().query().get("after");
        int limit = (int) call.number("limit", DEFAULT_PAGE, 1, Ledger.MAX_PAGE);
        if (after != null && !approvals.isKnown(after)) {
            throw new SwitchboardException(
                    ErrorCode.INVALID,
                    "after must be the next of a page before. Leave it out to begin with the oldest.");
        }
        var page = approvals.pending(after, limit);
        return Replies.json(
                200,
                new ApprovalList(page.approvals().stream().map(ApprovalLine::of).toList(), page.next()));
    }

    private Response answer(Call call) {
        var id = call.variable("approval_id");
        var answer = call.body(Answer.class);
        var approved = answer.approved();
        var reason = answer.reason();
        if (approved == null) {
            throw new SwitchboardException(ErrorCode.INVALID, "approved is required: true or false.");
        }
        if (reason != null && reason.length() > MAX_REASON) {
            throw new SwitchboardException(
                    ErrorCode.INVALID, "reason may have at most %,d characters.".formatted(MAX_REASON));
        }
        return switch (approvals.answer(
                id, approved, reason, new RunEvent.By(call.caller().name(), null))) {
            case Approvals.Answer.Taken() -> Replies.json(200, new Answered(id, approved, reason));
            case Approvals.Answer.Unknown() ->
                Replies.notFound("There is no such approval. GET /api/approvals lists those that wait.");
            case Approvals.Answer.TooLate(var decision) ->
                Replies.error(
                        409,
                        Decision.TIMEOUT.equals(decision.code()) ? Decision.TIMEOUT : "already_answered",
                        words(decision));
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
