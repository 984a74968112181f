package dev.switchboard.cli.task;

import dev.switchboard.cli.approve.Question;
import dev.switchboard.cli.approve.QuestionPage;
import dev.switchboard.cli.console.Events;
import dev.switchboard.cli.console.FrameLine;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.cli.remote.OwnName;
import dev.switchboard.client.board.BoardClient;
import dev.switchboard.client.board.BoardNotice;
import dev.switchboard.client.board.BoardProtocol.State;
import dev.switchboard.client.board.StreamedText;
import dev.switchboard.client.board.TaskEnd;
import dev.switchboard.protocol.board.ToBoard;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One task from its submission to its end, as a person or a pipe sees it.
 *
 * <p>Thread: the main one owns all of this; others tell it what happened through {@link Events}.
 */
final class Watch {
    private static final Duration STOPPED_WITHIN = Duration.ofSeconds(10);
    private static final Set<String> ABOUT_THE_TOKEN = Set.of("auth_failed", "invalid_token");
    private static final long NEVER = Long.MAX_VALUE;

    private final TaskSetup setup;
    private final BoardClient client;
    private final Events<Event> events;
    private final Streams streams;
    private final Clock clock;
    private final TaskPage page;
    private final StreamedText text = new StreamedText();
    private final OpenQuestions questions = new OpenQuestions();

    private @Nullable String taskId;
    private boolean asksHere;
    private boolean reached;
    private boolean away;
    private boolean stopping;
    private @Nullable String lastTrouble;
    private @Nullable String lastErrorCode;
    /** What is asked just now, and since when. */
    private ToBoard.@Nullable ApprovalRequired asked;

    private long askedAt;
    /** When we no longer wait, by {@link System#nanoTime} less {@link #startedAt}. */
    private long until = NEVER;

    private final long startedAt = System.nanoTime();
    private @Nullable Integer exitCode;

    Watch(TaskSetup setup, BoardClient client, Events<Event> events, Streams streams, TaskPage page, Clock clock) {
        this.setup = setup;
        this.client = client;
        this.events = events;
        this.streams = streams;
        this.page = page;
        this.clock = clock;
        this.asksHere = streams.isConversation() && !setup.json() && !setup.inputIsRead();
    }

    /**
     * The exit code.
     *
     * @throws CommandException if it could not be watched to its end
     */
    int run() throws InterruptedException {
        if (setup.submit() != null) {
            client.submit(setup.submit());
        } else {
            client.attach(setup.key(), setup.stream());
        }
        if (asksHere) {
            Keyboard.read(streams.in(), events);
        }
        try {
            while (exitCode == null) {
                var event = events.next(until == NEVER ? NEVER : until - elapsed());
                if (event == null) {
                    tooLong();
                } else {
                    take(event);
                }
            }
            return exitCode;
        } finally {
            page.clearProgress();
        }
    }

    private void take(Event event) {
        switch (event) {
            case Event.Heard(var notice) -> heard(notice);
            case Event.Typed(var line, long at) -> typed(line, at);
            case Event.InputEnded() -> {
                asksHere = false;
                asked = null;
                askNext();
            }
            case Event.Interrupted() -> interrupted();
        }
    }

    private void heard(BoardNotice notice) {
        switch (notice) {
            case BoardNotice.StateChanged(var state, var _) -> stateChanged(state);
            case BoardNotice.Received(var frame, var message) -> {
                if (setup.json()) {
                    page.frame(FrameLine.of(frame));
                }
                if (message != null) {
                    received(message.payload());
                }
            }
            case BoardNotice.Started(var _, var id) -> started(id);
            case BoardNotice.Ended(var _, var _, var end) -> ended(end);
            case BoardNotice.Trouble(var sentence) -> trouble(sentence);
            case BoardNotice.NotLetIn(int status, var sentence, boolean forGood) -> {
                if (forGood || !reached || status == 403 || status == 404) {
                    throw notLetIn(sentence);
                }
                trouble(sentence);
            }
            case BoardNotice.Stopped(var why) -> throw new CommandException(Exit.NOT_DONE, why);
        }
    }

    private void stateChanged(State state) {
        switch (state) {
            case READY -> {
                if (away) {
                    page.note("Connected again.");
                }
                reached = true;
                away = false;
                lastTrouble = null;
                until = stopping ? until : NEVER;
            }
            case DISCONNECTED -> {
                if (!reached) {
                    throw notLetIn(Objects.requireNonNullElse(lastTrouble, "the gateway closed the connection"));
                }
                if (!away) {
                    away = true;
                    page.note("Trying to connect again; the task goes on meanwhile.");
                    until = stopping ? until : elapsed() + setup.giveUp().toNanos();
                }
            }
            default -> {}
        }
    }

    private void received(ToBoard payload) {
        switch (payload) {
            case ToBoard.ConnectionError error -> {
                lastErrorCode = error.code();
                if (reached) {
                    page.note("The gateway says: " + Visible.line(error.message()));
                }
            }
            case ToBoard.TaskStarted started when started.taskId().equals(taskId) -> text.again();
            case ToBoard.TaskDelta delta when delta.taskId().equals(taskId) -> delta(delta);
            case ToBoard.TaskProgress progress when progress.taskId().equals(taskId) -> progress(progress);
            case ToBoard.ApprovalRequired question -> {
                questions.add(question);
                askNext();
            }
            case ToBoard.ApprovalResolved resolved -> resolved(resolved);
            default -> {}
        }
    }

    private void started(String id) {
        if (taskId == null && !setup.json()) {
            page.note("Task " + Visible.line(id));
        }
        taskId = id;
        text.again();
        askNext();
    }

    private void delta(ToBoard.TaskDelta delta) {
        if (shows() && delta.text() != null) {
            page.text(text.add(delta.text(), delta.offset()));
        }
    }

    private void progress(ToBoard.TaskProgress progress) {
        if (setup.json()) {
            return;
        }
        if (Boolean.TRUE.equals(progress.discardText()) && text.discard()) {
            page.note("(That is taken back: the model is asked again.)");
        }
        if (asked == null) {
            page.progress(progress);
        }
    }

    /** On a pipe only the result counts: what is taken back could not be taken out of it. */
    private boolean shows() {
        return setup.stream() && streams.terminalOut() && !setup.json();
    }

    private void ended(TaskEnd end) {
        asked = null;
        page.clearProgress();
        exitCode = switch (end) {
            case TaskEnd.Completed(var frame) -> {
                result(frame.result().text());
                page.usage(frame.usage());
                yield Exit.DONE;
            }
            case TaskEnd.Stopped(var frame) -> {
                partial(frame.partialResult(), true);
                page.note("Stopped.");
                yield Exit.STOPPED;
            }
            case TaskEnd.Failed(var frame) -> {
                partial(frame.partialResult(), streams.terminalOut());
                throw new CommandException(Exit.NOT_DONE, failure(frame.error()));
            }
            case TaskEnd.Refused(var code, var message) -> throw refused(code, message);
        };
    }

    private void result(String whole) {
        if (!setup.json()) {
            page.text(text.whole(whole));
            page.endLine();
        }
    }

    private void partial(ToBoard.@Nullable PartialResult partial, boolean shown) {
        if (partial != null && !partial.text().isEmpty() && shown) {
            result(partial.text());
        }
        if (streams.terminalOut()) {
            page.endLine();
        }
    }

    private static String failure(ToBoard.Problem problem) {
        var what = Visible.line(problem.message());
        return problem.suggestion() == null ? what : "%s — %s".formatted(what, Visible.line(problem.suggestion()));
    }

    private CommandException refused(String code, String message) {
        return switch (code) {
            case "forbidden" ->
                new CommandException(
                        Exit.NOT_LET_IN,
                        setup.gateway()
                                .missingScope(
                                        setup.attach() == null ? "submit tasks" : "watch tasks",
                                        setup.attach() == null ? "task:write" : "task:read"));
            case "task_not_found" ->
                new CommandException(
                        Exit.NOT_DONE,
                        "there is no task %s that is under way or was kept — check the id"
                                .formatted(Visible.line(setup.key())));
            case "stopped" -> new CommandException(Exit.STOPPED, "stopped before it was submitted");
            case "protocol_error", "too_long" -> CommandException.misused(Visible.line(message));
            default -> new CommandException(Exit.NOT_DONE, Visible.line(message));
        };
    }

    private void askNext() {
        if (taskId == null || asked != null || exitCode != null) {
            return;
        }
        var next = questions.nextOf(taskId).orElse(null);
        if (next == null) {
            return;
        }
        if (!asksHere) {
            questions.resolved(next.approvalId());
            page.note("It waits for somebody to allow %s — %s shows it and takes the answer"
                    .formatted(Visible.line(next.toolCall().name()), OwnName.command("approve")));
            askNext();
            return;
        }
        var question = Question.of(next, clock.instant());
        asked = next;
        page.question(new QuestionPage(streams.colour()).lines(question, question.shortId(List.of()), clock.instant()));
        askedAt = System.nanoTime();
    }

    private void typed(String line, long at) {
        var question = asked;
        if (question == null || at - askedAt < 0) {
            return;
        }
        page.typed();
        switch (line.strip().toLowerCase(Locale.ROOT)) {
            case "y", "yes" -> answer(question.approvalId(), true);
            case "n", "no", "" -> answer(question.approvalId(), false);
            default -> page.prompt();
        }
    }

    private void answer(String approvalId, boolean approved) {
        questions.answered(approvalId, approved);
        client.respond(approvalId, approved, null);
        page.answered(approved ? "Allowed." : "Refused.");
        asked = null;
        askNext();
    }

    private void resolved(ToBoard.ApprovalResolved resolved) {
        questions.resolved(resolved.approvalId());
        var ours = questions.ourAnswer(resolved.approvalId());
        boolean wasAsked = asked != null && asked.approvalId().equals(resolved.approvalId());
        if (wasAsked || (ours.isPresent() && ours.get() != resolved.approved())) {
            page.note((wasAsked ? "" : "That came too late. ") + outcome(resolved));
        }
        if (wasAsked) {
            asked = null;
            askNext();
        }
    }

    private static String outcome(ToBoard.ApprovalResolved resolved) {
        return switch (resolved.code()) {
            case "approval_timeout" -> "Nobody answered in time, so it was refused.";
            case "stopped" -> "The task was stopped, so it was refused.";
            case null, default -> resolved.approved() ? "It was allowed elsewhere." : "It was refused elsewhere.";
        };
    }

    private void interrupted() {
        if (setup.attach() != null || !reached) {
            page.note(setup.attach() == null ? "Stopped." : "The task goes on. " + howToAttach());
            exitCode = Exit.STOPPED;
        } else if (!stopping) {
            stopping = true;
            until = elapsed() + STOPPED_WITHIN.toNanos();
            page.note("Stopping; Ctrl-C again leaves at once.");
            client.stop(setup.key(), "interrupted by the person who started it");
        }
    }

    private void tooLong() {
        if (stopping) {
            throw new CommandException(
                    Exit.STOPPED, "the gateway did not say within 10 s that the task was stopped. " + howToAttach());
        }
        throw new CommandException(
                Exit.NOT_LET_IN,
                "gave up after %d s without a connection. %s"
                        .formatted(setup.giveUp().toSeconds(), howToAttach()));
    }

    private String howToAttach() {
        return taskId == null
                ? "Try again with --key %s, which never runs it twice".formatted(Visible.line(setup.key()))
                : "Watch it again with: switchboard task --attach " + Visible.line(taskId);
    }

    private void trouble(String sentence) {
        if (reached && !sentence.equals(lastTrouble) && !stopping) {
            page.note(Visible.line(sentence));
        }
        lastTrouble = sentence;
    }

    private CommandException notLetIn(String sentence) {
        var what = lastErrorCode != null && ABOUT_THE_TOKEN.contains(lastErrorCode)
                ? setup.gateway().unknownToken()
                : Visible.line(sentence);
        return new CommandException(Exit.NOT_LET_IN, taskId == null ? what : what + ". " + howToAttach());
    }

    private long elapsed() {
        return System.nanoTime() - startedAt;
    }
}
