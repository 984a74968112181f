package dev.switchboard.edge.board;

import dev.switchboard.core.channel.Acknowledgement;
import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.MessageRules;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.preview.LiveView;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.task.Task;
import dev.switchboard.edge.watch.SessionWatch;
import dev.switchboard.json.text.Shortened;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.ToBoard;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one board does with tasks.
 *
 * <p>Thread: the one that has the board's frame in hand; {@code close} from anywhere.
 */
final class TaskDesk implements AutoCloseable {
    /** Tasks one connection looks at at once. */
    private static final int MAX_WATCHED = 64;

    private static final int MAX_OPEN_LISTED = 200;
    private static final int MAX_ENDED_LISTED = 20;
    private static final int MAX_GOAL_LISTED = 200;
    private static final long RETRY_AFTER_MS = 1_000;

    private record Watched(TaskView view, SessionWatch watch) {}

    private final Boards boards;
    private final BoardLine line;
    private final String deviceId;
    private final Set<Scope> scopes;
    private final ConcurrentHashMap<RunId, Watched> watched = new ConcurrentHashMap<>();

    TaskDesk(Boards boards, BoardLine line, String deviceId, Set<Scope> scopes) {
        this.boards = boards;
        this.line = line;
        this.deviceId = deviceId;
        this.scopes = scopes;
    }

    void submit(String id, FromBoard.Submit submit) {
        var key = submit.idempotencyKey() == null ? id : submit.idempotencyKey();
        var run = boards.newRun();
        boolean deltas =
                submit.options() != null && Boolean.TRUE.equals(submit.options().streamDeltas());
        try {
            if (watched.size() >= MAX_WATCHED) {
                throw new Unusable("at most %d tasks are watched at once on one connection".formatted(MAX_WATCHED));
            }
            var needed = neededBy(submit);
            if (!scopes.contains(needed)) {
                line.forbidden(id, needed);
                return;
            }
            var draft = new Submission(boards.controls().agents(), this::exists, boards.masking())
                    .draft(submit, key, run, deviceId, scopes.contains(Scope.APPROVAL_RESPOND));
            try (var acknowledgement = boards.runtime().acceptInbound(boards.settings(), draft)) {
                acknowledge(id, acknowledgement, run, deltas);
            }
        } catch (Unusable e) {
            line.error(id, "protocol_error", e.why());
        }
    }

    /** Of a session that there is not, what anybody needs who submits; that it is not there is said afterwards. */
    private Scope neededBy(FromBoard.Submit submit) {
        var into = submit.options() == null ? null : submit.options().sessionId();
        return into == null
                ? SessionKind.TASK.writing()
                : boards.sessions()
                        .find(new SessionId(into))
                        .map(session -> session.kind().writing())
                        .orElseGet(() -> scopes.contains(Scope.TASK_WRITE) ? Scope.TASK_WRITE : Scope.TERMINAL_WRITE);
    }

    private boolean exists(SessionId session) {
        return boards.sessions().find(session).isPresent();
    }

    private void acknowledge(String id, Acknowledgement acknowledgement, RunId run, boolean deltas) {
        switch (acknowledgement) {
            case Acknowledgement.Invalid(var why) -> line.error(id, "protocol_error", why);
            case Acknowledgement.Judged(var message, var admission, var _) ->
                judge(id, message, admission, run, deltas);
        }
    }

    private void judge(String id, InboundMessage message, Admission admission, RunId run, boolean deltas) {
        switch (admission) {
            case Admission.Accepted(var seq) -> {
                var view = view(message.session(), seq, deltas);
                line.reply(id, started(run, message.messageId(), BoardLine.time(message.receivedAt())));
                watch(run, view, deltas, false, null);
            }
            case Admission.Running(var _, var reused, var running) -> {
                if (reused || running == null) {
                    line.error(
                            id, "protocol_error", "this idempotency_key was used for another goal, choose a new one");
                } else {
                    boards.tasks().find(running).ifPresent(task -> again(task, deltas, id, alreadyRunning(running)));
                }
            }
            case Admission.Answered answered -> {
                if (answered.idReused()) {
                    line.error(
                            id, "protocol_error", "this idempotency_key was used for another goal, choose a new one");
                } else {
                    boards.tasks().find(answered.run()).ifPresent(task -> again(task, false, id, null));
                }
            }
            case Admission.Forgotten(var _, var earlier) ->
                line.reply(id, forgotten(earlier == null ? message.messageId() : earlier.value()));
            case Admission.Refused(var code, var why) -> refused(id, code, why);
        }
    }

    /** The same key once more; all boards share them, and the task may be in a session this one has no business in. */
    private void again(Task task, boolean deltas, String id, @Nullable ToBoard greeting) {
        if (mayWrite(task, id)) {
            attach(task, deltas, id, greeting);
        }
    }

    /** Tells the board if it may not. */
    private boolean mayWrite(Task task, String id) {
        var needed = task.kind().writing();
        if (!scopes.contains(needed)) {
            line.forbidden(id, needed);
            return false;
        }
        return true;
    }

    private void refused(String id, ErrorCode code, String why) {
        line.reply(
                id,
                code == ErrorCode.SESSION_FULL
                        ? new ToBoard.ConnectionError("rate_limited", why, RETRY_AFTER_MS)
                        : new ToBoard.ConnectionError("internal_error", why, null));
    }

    void stop(String id, FromBoard.Stop stop) {
        var task = unfinished(id, stop.taskId());
        if (task == null) {
            return;
        }
        var watch = watched.get(task.run());
        if (watch == null) {
            attach(task, false, id, null);
        } else {
            watch.view().answer(id);
        }
        boards.controls().stop(task.session(), task.run(), stop.reason());
    }

    void steer(String id, FromBoard.Steer steer) {
        var mode = Arrays.stream(Injection.Mode.values())
                .filter(known -> known.wireName().equals(steer.injectionMode()))
                .findFirst();
        if (mode.isEmpty()) {
            line.error(id, "protocol_error", "injection_mode must be steer, followup or collect");
            return;
        }
        String words;
        try {
            checkId(id);
            words = ToldConversation.words(steer.message(), boards.settings().maxMessageChars());
        } catch (Unusable e) {
            line.error(id, "protocol_error", e.why());
            return;
        }
        var task = unfinished(id, steer.taskId());
        if (task == null) {
            return;
        }
        var injection = new Injection(id, mode.get(), words, scopes.contains(Scope.APPROVAL_RESPOND));
        switch (boards.controls().inject(task.session(), task.run(), injection)) {
            case TAKEN, DUPLICATE -> line.reply(id, taken(task, mode.get()));
            case NOT_RUNNING -> line.reply(id, notFound(task.run().value(), "The task has ended."));
        }
    }

    /** It is kept, so that the same message is not taken twice. */
    private static void checkId(String id) throws Unusable {
        var complaint = MessageRules.required("id", id);
        if (complaint.isPresent()) {
            throw new Unusable(complaint.get());
        }
    }

    /** Confirms a message, with how far the task has come. */
    private ToBoard taken(Task task, Injection.Mode mode) {
        var projection = new TaskProjection(task.run().value());
        boards.ledger().each(task.session(), task.messageSeq(), recorded -> {
            if (projection.isOf(recorded.event())) {
                projection.see(recorded, false);
            }
        });
        return projection.progress(
                switch (mode) {
                    case STEER -> "Taken in: the model hears of it before it is asked again.";
                    case FOLLOWUP -> "Taken in: it becomes another turn when this one is answered.";
                    case COLLECT -> "Taken in: it is kept for the end of this turn.";
                });
    }

    /** What this board may read. */
    void list(@Nullable String id) {
        var readable = SessionKind.readable(scopes::contains);
        var waiting = boards.approvals().runsAsking();
        var tasks = Stream.concat(
                        boards.tasks().open(MAX_OPEN_LISTED).stream(), boards.tasks().ended(MAX_ENDED_LISTED).stream())
                .filter(task -> readable.contains(task.kind()))
                .map(task -> new ToBoard.Task(
                        task.run().value(),
                        Shortened.to(MAX_GOAL_LISTED, task.goal()),
                        status(task, waiting),
                        BoardLine.time(task.acceptedAt())))
                .toList();
        line.reply(id, new ToBoard.TaskList(tasks));
    }

    void attach(String id, FromBoard.AttachTask attach) {
        var task = attach.taskId() == null
                ? null
                : boards.tasks().find(new RunId(attach.taskId())).orElse(null);
        if (task == null) {
            line.reply(id, notFound(String.valueOf(attach.taskId()), "There is no such task."));
            return;
        }
        if (!scopes.contains(task.kind().reading())) {
            line.forbidden(id, task.kind().reading());
            return;
        }
        if (watched.size() >= MAX_WATCHED && !watched.containsKey(task.run())) {
            line.error(
                    id,
                    "protocol_error",
                    "at most %d tasks are watched at once on one connection".formatted(MAX_WATCHED));
            return;
        }
        attach(
                task,
                Boolean.TRUE.equals(attach.streamDeltas()),
                id,
                started(task.run(), task.messageId(), BoardLine.time(task.acceptedAt())));
    }

    /** @param greeting the answer to the message; if there is none, the final message will be the answer */
    private void attach(Task task, boolean deltas, String id, @Nullable ToBoard greeting) {
        // Open before the greeting goes: who has it misses nothing from then on.
        var view = view(task.session(), task.messageSeq(), deltas);
        if (greeting != null) {
            line.reply(id, greeting);
        }
        watch(task.run(), view, deltas, true, greeting == null ? id : null);
    }

    private LiveView view(SessionId session, long after, boolean deltas) {
        return deltas
                ? LiveView.of(boards.feed(), boards.previews(), session, after)
                : LiveView.ofEvents(boards.feed(), session, after);
    }

    private void watch(RunId run, LiveView view, boolean deltas, boolean fromNow, @Nullable String answers) {
        boards.ends().watched(run);
        var task = new TaskView(
                line, run, deltas, fromNow, this::over, written -> boards.ends().left(run, written));
        if (answers != null) {
            task.answer(answers);
        }
        var watch = new SessionWatch(line.socket(), view, task, this::broken);
        var earlier = watched.put(run, new Watched(task, watch));
        if (earlier != null) {
            earlier.watch().close();
        }
        watch.start("watch of " + run);
    }

    private void over(TaskView task) {
        watched.values().removeIf(one -> one.view() == task);
    }

    private void broken() {
        line.leave(1011, "the task can no longer be shown, attach again");
    }

    private @Nullable Task unfinished(String id, @Nullable String taskId) {
        var task =
                taskId == null ? null : boards.tasks().find(new RunId(taskId)).orElse(null);
        if (task == null || task.end() != null) {
            var why = task == null ? "There is no such task." : "The task has ended.";
            line.reply(id, notFound(String.valueOf(taskId), why));
            return null;
        }
        return mayWrite(task, id) ? task : null;
    }

    private static ToBoard started(RunId run, String key, String at) {
        return new ToBoard.TaskStarted(run.value(), key, at);
    }

    private static ToBoard alreadyRunning(RunId run) {
        return new ToBoard.TaskError(
                run.value(),
                new ToBoard.Problem(
                        "already_running",
                        "A task with this idempotency_key is under way.",
                        true,
                        "You are attached to it and will get the rest."),
                null,
                null,
                false);
    }

    private static ToBoard forgotten(String taskId) {
        return new ToBoard.TaskError(
                taskId,
                new ToBoard.Problem(
                        ErrorCode.FORGOTTEN.wireName(),
                        Admission.Forgotten.REPLY,
                        false,
                        "Choose a new idempotency_key to have it done again."),
                null,
                null,
                true);
    }

    private static ToBoard notFound(String taskId, String why) {
        return new ToBoard.TaskError(
                taskId,
                new ToBoard.Problem("task_not_found", why, false, "task:list names those there are."),
                null,
                null,
                false);
    }

    private static String status(Task task, Set<RunId> waiting) {
        return switch (task.end()) {
            case RunEvent.Answered _ -> "completed";
            case RunEvent.Failed _ -> "error";
            case RunEvent.Stopped _ -> "stopped";
            case null -> waiting.contains(task.run()) ? "waiting_approval" : task.begun() ? "running" : "queued";
        };
    }

    @Override
    public void close() {
        List.copyOf(watched.values()).forEach(one -> one.watch().close());
    }
}
