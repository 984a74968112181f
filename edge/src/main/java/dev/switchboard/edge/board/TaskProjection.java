package dev.switchboard.edge.board;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.OneLine;
import dev.switchboard.core.tool.Plan;
import dev.switchboard.json.text.Shortened;
import dev.switchboard.protocol.board.ArtifactRef;
import dev.switchboard.protocol.board.ToBoard;
import dev.switchboard.protocol.board.ToBoard.PartialResult;
import dev.switchboard.protocol.board.ToBoard.TaskCompleted;
import dev.switchboard.protocol.board.ToBoard.TaskDelta;
import dev.switchboard.protocol.board.ToBoard.TaskError;
import dev.switchboard.protocol.board.ToBoard.TaskProgress;
import dev.switchboard.protocol.board.ToBoard.TaskStopped;
import dev.switchboard.protocol.board.ToBoard.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a board is shown of one run. Progress tells how far the run has come, so this adds up what it sees: always from
 * the run's first event on, whoever watches and since when, so that every board is told the same.
 *
 * <p>Thread: one.
 */
final class TaskProjection {
    private static final int SUMMARY = 200;
    private static final int MESSAGE = 120;
    private static final double MICROS = 1e6;

    private final String taskId;
    private boolean tools;
    private @Nullable Plan plan;
    private long tokens;
    private @Nullable Long costMicros;

    TaskProjection(String taskId) {
        this.taskId = taskId;
    }

    /** Whether this is an event of the run; others of the session are not for {@link #see}. */
    boolean isOf(RunEvent event) {
        return taskId.equals(
                switch (event) {
                    case RunEvent.RunStarted e -> e.runId();
                    case RunEvent.TurnStart e -> e.runId();
                    case RunEvent.Transcription e -> e.runId();
                    case RunEvent.TurnEnd e -> e.runId();
                    case RunEvent.ThinkStart e -> e.runId();
                    case RunEvent.ThinkEnd e -> e.runId();
                    case RunEvent.PreviewRetracted e -> e.runId();
                    case RunEvent.ModelEnd e -> e.runId();
                    case RunEvent.ToolStart e -> e.runId();
                    case RunEvent.ToolEnd e -> e.runId();
                    case RunEvent.ApprovalRequired e -> e.runId();
                    case RunEvent.ApprovalResolved e -> e.runId();
                    case RunEvent.PlanChanged e -> e.runId();
                    case RunEvent.Injected e -> e.runId();
                    case RunEvent.InjectionsTaken e -> e.runId();
                    case RunEvent.Received e -> e.runId();
                    case RunEvent.Final e -> e.runId();
                    case RunEvent.UserMessage _, RunEvent.Summarised _ -> null;
                });
    }

    /** The frames one event of this run becomes; none for what a board is not shown. */
    List<ToBoard> see(Recorded recorded, boolean deltas) {
        return switch (recorded.event()) {
            case RunEvent.RunStarted started ->
                started.attempt() > 1
                        ? List.of(progress("The gateway was started again; the task goes on."))
                        : List.of();
            case RunEvent.TurnStart _ -> List.of(progress(null));
            case RunEvent.Transcription heard -> List.of(progress("Heard: " + OneLine.of(heard.text(), MESSAGE)));
            case RunEvent.ModelEnd end -> {
                if (end.comesBeforeTheEnd()) {
                    yield List.of();
                }
                count(end.usage(), end.costMicros());
                yield List.of(progress(null));
            }
            case RunEvent.ToolStart start -> started(start, deltas);
            case RunEvent.ToolEnd end ->
                deltas
                        ? List.of(
                                TaskDelta.toolResult(taskId, new ToBoard.ToolResult(end.correlationId(), end.result())))
                        : List.of();
            case RunEvent.ApprovalRequired asked -> List.of(progress("Waits for approval of " + asked.tool() + "."));
            case RunEvent.ApprovalResolved resolved ->
                List.of(progress(
                        "%s was %s.".formatted(resolved.tool(), resolved.approved() ? "approved" : "refused")));
            case RunEvent.PlanChanged changed -> {
                plan = changed.plan();
                yield List.of(progress(null));
            }
            case RunEvent.InjectionsTaken taken ->
                List.of(progress(
                        taken.messageIds().size() == 1 ? "A message was taken up." : "Messages were taken up."));
            case RunEvent.Final end -> List.of(ended(end, recorded.at()));
            // Thinking is not shown; what was sent to the run is confirmed to who sent it; a turn's end says nothing
            // new.
            case RunEvent.ThinkStart _,
                    RunEvent.ThinkEnd _,
                    RunEvent.TurnEnd _,
                    RunEvent.PreviewRetracted _,
                    RunEvent.Injected _,
                    RunEvent.Received _,
                    RunEvent.UserMessage _,
                    RunEvent.Summarised _ -> List.of();
        };
    }

    /** How far the run has come by now. */
    TaskProgress progress(@Nullable String message) {
        return progress(message, null);
    }

    /** What was shown of the present text no longer counts. */
    TaskProgress discard() {
        return progress("The model is asked again.", true);
    }

    private TaskProgress progress(@Nullable String message, @Nullable Boolean discard) {
        return new TaskProgress(
                taskId,
                status(),
                plan == null ? null : plan.current().map(Plan.Step::title).orElse(null),
                tokens == 0 ? null : tokens,
                costMicros == null ? null : costMicros / MICROS,
                message,
                discard);
    }

    private String status() {
        if (plan != null && !plan.steps().isEmpty() && plan.steps().getLast().status() == Plan.Status.IN_PROGRESS) {
            return "verifying";
        }
        return tools ? "executing" : "planning";
    }

    private List<ToBoard> started(RunEvent.ToolStart start, boolean deltas) {
        tools = true;
        var frames = new ArrayList<ToBoard>();
        if (deltas) {
            var arguments = start.args().toString();
            frames.add(TaskDelta.toolCall(
                    taskId, new ToBoard.ToolCall(start.correlationId(), start.tool(), arguments), 0));
        }
        frames.add(progress(doing(start)));
        return frames;
    }

    /** In a line what a call is about: the first thing a person would ask. */
    private static String doing(RunEvent.ToolStart start) {
        for (var about : List.of("command", "path", "url", "query", "data", "session_id")) {
            var value = start.args().get(about);
            if (value != null && value.isString()) {
                var line = value.stringValue().lines().findFirst().orElse("");
                return start.tool() + ": " + Shortened.to(MESSAGE, line);
            }
        }
        return start.tool();
    }

    private void count(RunEvent.@Nullable Tokens usage, @Nullable Long cost) {
        if (usage != null) {
            tokens += usage.prompt() + usage.completion();
        }
        if (cost != null) {
            costMicros = (costMicros == null ? 0 : costMicros) + cost;
        }
    }

    /** The one message a task ends with. */
    private ToBoard ended(RunEvent.Final end, Instant at) {
        return switch (end) {
            case RunEvent.Answered answered ->
                new TaskCompleted(
                        taskId, result(answered), usage(answered.usage(), answered.account()), BoardLine.time(at));
            case RunEvent.Failed failed ->
                new TaskError(
                        taskId,
                        problem(failed),
                        partial(failed.partial()),
                        usage(failed.usage(), failed.account()),
                        true);
            case RunEvent.Stopped stopped -> new TaskStopped(taskId, partial(stopped.partial()));
        };
    }

    private static ToBoard.Result result(RunEvent.Answered answered) {
        var account = answered.account();
        var files = account == null || account.files() == null
                ? null
                : account.files().stream().map(ArtifactRef::file).toList();
        var moved = account == null || account.plan() == null ? null : MarkdownPlan.write(account.plan());
        return new ToBoard.Result(answered.text(), summary(answered.text()), files, moved);
    }

    /** The first paragraph, not too long. */
    static String summary(String text) {
        var stripped = text.strip();
        int end = stripped.indexOf("\n\n");
        var paragraph = (end < 0 ? stripped : stripped.substring(0, end)).strip();
        return Shortened.to(SUMMARY, paragraph);
    }

    private static @Nullable PartialResult partial(@Nullable String text) {
        return text == null || text.isEmpty() ? null : new PartialResult(text);
    }

    private static Usage usage(RunEvent.@Nullable Tokens used, RunEvent.@Nullable Account account) {
        long prompt = used == null ? 0 : used.prompt();
        long completion = used == null ? 0 : used.completion();
        var cost = account == null || account.costMicros() == null ? null : account.costMicros() / MICROS;
        return new Usage(prompt, completion, prompt + completion, cost);
    }

    private static ToBoard.Problem problem(RunEvent.Failed failed) {
        var code = Arrays.stream(ErrorCode.values())
                .filter(known -> known.wireName().equals(failed.code()))
                .findFirst();
        var suggestion = code.flatMap(TaskProjection::suggestion).orElse(null);
        // What went wrong inside has another name here than in the ledger.
        var type = code.filter(ErrorCode.INTERNAL::equals).isPresent() ? "internal_error" : failed.code();
        return new ToBoard.Problem(type, failed.text(), suggestion != null, suggestion);
    }

    /** What its sender can do about it; empty if nothing. */
    private static Optional<String> suggestion(ErrorCode code) {
        return Optional.ofNullable(
                switch (code) {
                    case MODEL_UNAVAILABLE, MODEL_TIMEOUT, TOO_OLD, GAVE_UP, INTERRUPTED ->
                        "Submit it again under a new idempotency_key.";
                    case STEP_LIMIT -> "Submit \"go on\" in the same session, or a smaller goal.";
                    case TOKEN_LIMIT -> "Submit it again with a higher options.max_tokens, or a smaller goal.";
                    case TIME_LIMIT -> "Submit it again with a longer options.timeout_ms, or a smaller goal.";
                    case BUDGET_EXCEEDED -> "Wait for the next budget period, or raise the agent's budget.";
                    case SESSION_FULL, SHUTTING_DOWN, STORE_UNAVAILABLE -> "Submit it again later.";
                    default -> null;
                });
    }
}
