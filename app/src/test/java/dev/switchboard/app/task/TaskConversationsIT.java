package dev.switchboard.app.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.json.Json;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.ToBoard;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code switchboard task} against a gateway that says what the test wants, also what a real one rarely does. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class TaskConversationsIT {
    @TempDir
    Path temp;

    private final ScriptedBoard board = new ScriptedBoard();

    @AfterEach
    void stop() {
        board.close();
    }

    @Test
    void on_a_pipe_stdout_is_the_result_and_nothing_else() throws Exception {
        var task = ShellTask.onPipe("build it", "--url", board.url(), "--stream");
        var line = board.accept();
        line.start("run-1");
        line.say(new ToBoard.TaskProgress("run-1", "planning", null, null, null, null, null));
        line.say(ToBoard.TaskDelta.text("run-1", "A first try", 0));
        line.complete("run-1", "The page\u001b is there.");
        assertThat(task.exitCode()).isZero();
        assertThat(task.out()).isEqualTo("The page\u001b is there.%n".formatted());
        assertThat(task.err()).isEqualTo("Task run-1%n".formatted());
    }

    @Test
    void everything_that_was_written_reaches_the_gateway() throws Exception {
        var plan = Files.writeString(temp.resolve("plan.md"), "- [ ] Write the page\n");
        var memory = Files.writeString(temp.resolve("memory"), "The owner likes blue.");
        var task = ShellTask.onPipe(
                "build it",
                "--url=" + board.url(),
                "--stream",
                "--mode=always_ask",
                "--timeout=10m",
                "--max-tokens=4000",
                "--agent=smith",
                "--session=s:1",
                "--key=k-1",
                "--artifact=a.txt",
                "--artifact=b.txt",
                "--plan=" + plan,
                "--memory=" + memory);
        var line = board.accept();
        var submit = (FromBoard.Submit) line.hear(FromBoard.Submit.class).payload();
        assertThat(Json.mapper().writeValueAsString(submit))
                .isEqualTo("{\"idempotency_key\":\"k-1\",\"goal\":\"build it\",\"messages\":[],"
                        + "\"plan\":{\"format\":\"markdown\",\"content\":\"- [ ] Write the page\\n\"},"
                        + "\"artifacts\":[{\"id\":\"a.txt\",\"type\":\"file\",\"ref\":\"a.txt\"},"
                        + "{\"id\":\"b.txt\",\"type\":\"file\",\"ref\":\"b.txt\"}],"
                        + "\"memory\":\"The owner likes blue.\",\"options\":{\"mode\":\"always_ask\","
                        + "\"stream_deltas\":true,\"max_tokens\":4000,\"timeout_ms\":600000,\"session_id\":\"s:1\","
                        + "\"agent\":\"smith\"}}");
        line.say(new ToBoard.TaskStarted("run-1", "k-1", ""));
        line.complete("run-1", "");
        assertThat(task.exitCode()).isZero();
    }

    @Test
    void a_goal_is_read_from_stdin() throws Exception {
        var task = ShellTask.onPipe("-", "--url", board.url());
        task.type("build\nit\n");
        task.endInput();
        var line = board.accept();
        var submit = (FromBoard.Submit) line.hear(FromBoard.Submit.class).payload();
        assertThat(submit.goal()).isEqualTo("build\nit\n");
        line.say(new ToBoard.TaskStarted("run-1", String.valueOf(submit.idempotencyKey()), ""));
        line.complete("run-1", "Done.");
        assertThat(task.exitCode()).isZero();
    }

    @Test
    void what_was_shown_before_a_cut_is_not_shown_again() throws Exception {
        var task = ShellTask.onTerminal("build it", "--url", board.url(), "--stream");
        var one = board.accept();
        one.start("run-1");
        one.say(ToBoard.TaskDelta.text("run-1", "The page", 0));
        task.awaitOut("The page");
        one.cut();
        task.awaitErr("Trying to connect again; the task goes on meanwhile.");

        var two = board.accept();
        var attach = two.hear(FromBoard.AttachTask.class);
        assertThat(((FromBoard.AttachTask) attach.payload()).taskId()).isEqualTo("run-1");
        two.reply(attach, new ToBoard.TaskStarted("run-1", "", ""));
        two.say(ToBoard.TaskDelta.text("run-1", "The page is", 0));
        two.say(ToBoard.TaskDelta.text("run-1", " there", 11));
        two.complete("run-1", "The page is there.");
        assertThat(task.exitCode()).isZero();
        assertThat(task.out().replace(System.lineSeparator(), "")).isEqualTo("The page is there.");
        assertThat(task.err()).contains("Connected again.");
    }

    @Test
    void an_overrun_is_a_cut_like_any_other() throws Exception {
        var task = ShellTask.onPipe("build it", "--url", board.url());
        var one = board.accept();
        one.start("run-1");
        one.say(new ToBoard.Closing("overrun"));
        one.close(1013, "");
        var two = board.accept();
        two.hear(FromBoard.AttachTask.class);
        two.complete("run-1", "Done.");
        assertThat(task.exitCode()).isZero();
        assertThat(task.out()).isEqualTo("Done.%n".formatted());
        assertThat(task.err()).contains("the connection was closed with 1013 (overrun)");
    }

    @Test
    void a_text_that_is_taken_back_is_said_and_the_next_one_stands_on_its_own() throws Exception {
        var task = ShellTask.onTerminal("build it", "--url", board.url(), "--stream");
        var line = board.accept();
        line.start("run-1");
        line.say(ToBoard.TaskDelta.text("run-1", "Nonsen", 0));
        line.say(new ToBoard.TaskProgress("run-1", "planning", null, null, null, "again", true));
        line.say(ToBoard.TaskDelta.text("run-1", "Sense", 0));
        line.complete("run-1", "Sense.");
        assertThat(task.exitCode()).isZero();
        assertThat(task.out()).isEqualTo("Nonsen%nSense.%n".formatted());
        assertThat(task.err()).contains("taken back");
    }

    @Test
    void a_gateway_that_stays_away_is_given_up_with_the_way_back() throws Exception {
        var task = ShellTask.onPipe("build it", "--url", board.url(), "--give-up", "1s");
        var line = board.accept();
        line.start("run-1");
        task.awaitErr("Task run-1");
        board.close();
        assertThat(task.exitCode()).isEqualTo(3);
        assertThat(task.err())
                .endsWith(
                        "gave up after 1 s without a connection. Watch it again with: switchboard task --attach run-1");
        assertThat(task.out()).isEmpty();
    }

    @Test
    void a_gateway_that_was_never_there_is_said_at_once() throws Exception {
        board.close();
        var task = ShellTask.onPipe("build it", "--url", board.url());
        assertThat(task.exitCode()).isEqualTo(3);
        assertThat(task.err()).contains("nobody listens at ws://127.0.0.1:", "is the gateway running?");
    }

    @Test
    void a_version_it_does_not_speak_is_said() throws Exception {
        var task = ShellTask.onPipe("build it", "--url", board.url());
        board.open().say(new ToBoard.Welcome("9", "2", "nonce", List.of()));
        assertThat(task.exitCode()).isEqualTo(3);
        assertThat(task.err())
                .isEqualTo(
                        "the gateway speaks version 2 of the board protocol, this program version 1 — update the older"
                                + " of the two");
    }

    @Test
    void a_wrong_token_is_said_with_the_next_step() throws Exception {
        var task = ShellTask.onPipe("build it", "--url", board.url());
        var line = board.open();
        line.say(new ToBoard.Welcome("test", "1", "nonce", List.of()));
        line.reply(
                line.hear(FromBoard.Auth.class),
                new ToBoard.ConnectionError("auth_failed", "the token is wrong", null));
        assertThat(task.exitCode()).isEqualTo(3);
        assertThat(task.err()).contains("does not know the token of SWITCHBOARD_TOKEN — name the right folder");
    }

    @Test
    void a_token_that_may_not_is_told_which_scope_it_takes() throws Exception {
        var task = ShellTask.onPipe("build it", "--url", board.url());
        var line = board.accept();
        line.reply(
                line.hear(FromBoard.Submit.class),
                new ToBoard.ConnectionError("forbidden", "this needs the scope task:write", null));
        assertThat(task.exitCode()).isEqualTo(3);
        assertThat(task.err())
                .endsWith(
                        "the token of SWITCHBOARD_TOKEN may not submit tasks — use one that has the scope task:write");
    }

    @Test
    void a_task_that_fails_says_why_and_what_to_do() throws Exception {
        var task = ShellTask.onPipe("build it", "--url", board.url());
        var line = board.accept();
        line.start("run-1");
        line.say(new ToBoard.TaskError(
                "run-1",
                new ToBoard.Problem("model_unavailable", "The model\u202e did not answer.", true, "Submit it again."),
                new ToBoard.PartialResult("The pa"),
                null,
                true));
        assertThat(task.exitCode()).isEqualTo(1);
        assertThat(task.err()).endsWith("The model<U+202E> did not answer. — Submit it again.");
        assertThat(task.out()).as("a part is no result").isEmpty();
    }

    @Test
    void a_task_that_somebody_stopped_shows_what_there_is_of_it() throws Exception {
        var task = ShellTask.onPipe("build it", "--url", board.url());
        var line = board.accept();
        line.start("run-1");
        line.say(new ToBoard.TaskStopped("run-1", new ToBoard.PartialResult("The pa")));
        assertThat(task.exitCode()).isEqualTo(130);
        assertThat(task.out()).isEqualTo("The pa%n".formatted());
    }

    @Test
    void json_is_every_frame_as_it_came_and_nothing_else() throws Exception {
        var task = ShellTask.onPipe("build it", "--url", board.url(), "--json");
        var line = board.accept();
        line.start("run-1");
        line.raw("{\"type\":\"task:sparkle\",\n \"id\":\"x\",\"payload\":{}}");
        line.say(ToBoard.TaskDelta.text("run-1", "Done", 0));
        line.complete("run-1", "Done.");
        assertThat(task.exitCode()).isZero();
        assertThat(task.out()
                        .lines()
                        .map(frame -> Json.mapper().readTree(frame).get("type").stringValue()))
                .containsExactly(
                        "connection:welcome",
                        "connection:authenticated",
                        "task:started",
                        "task:sparkle",
                        "task:delta",
                        "task:completed");
        assertThat(task.err()).isEmpty();
    }

    @Test
    void a_person_is_asked_with_the_exact_command_and_only_a_yes_is_one() throws Exception {
        var task = ShellTask.onTerminal("build it", "--url", board.url());
        task.type("y\n"); // before anything was asked
        var line = board.accept();
        line.start("run-1");
        task.awaitErr("Task run-1");
        line.say(asked("run-0", "approval-other", "not ours"));
        line.say(asked("run-1", "approval-1", "rm -r build\u202e"));
        task.awaitOut("Allow it? y or n (n): ");
        assertThat(task.out())
                .contains(
                        "    command: rm -r build<U+202E>", "  reason   It runs something.", "  folder   the workspace")
                .doesNotContain("not ours");
        task.type("what\n");
        task.type("yes\n");
        assertThat(response(line).approved()).isTrue();
        task.awaitOut("Allowed.");

        line.say(asked("run-1", "approval-2", "rm -r src"));
        task.awaitOut("rm -r src");
        awaitPrompts(task, 3);
        task.type("\n");
        assertThat(response(line)).isEqualTo(new FromBoard.ApprovalResponse("approval-2", false, null));
        task.awaitOut("Refused.");
        line.complete("run-1", "Done.");
        assertThat(task.exitCode()).isZero();
    }

    @Test
    void what_was_answered_elsewhere_is_said_and_it_goes_on() throws Exception {
        var task = ShellTask.onTerminal("build it", "--url", board.url());
        var line = board.accept();
        line.start("run-1");
        line.say(asked("run-1", "approval-1", "one"));
        line.say(asked("run-1", "approval-2", "two"));
        task.awaitOut("command: one");
        line.say(new ToBoard.ApprovalResolved("approval-1", true, null, null, null));
        task.awaitErr("It was allowed elsewhere.");
        task.awaitOut("command: two");
        line.say(new ToBoard.ApprovalResolved(
                "approval-2", false, "Nobody answered in time.", "approval_timeout", null));
        task.awaitErr("Nobody answered in time, so it was refused.");
        line.complete("run-1", "Done.");
        assertThat(task.exitCode()).isZero();
    }

    @Test
    void on_a_pipe_nobody_is_asked_but_told_how_to_answer() throws Exception {
        var task = ShellTask.onPipe("build it", "--url", board.url());
        var line = board.accept();
        line.start("run-1");
        line.say(asked("run-1", "approval-1", "one"));
        task.awaitErr("It waits for somebody to allow exec — switchboard approve shows it and takes the answer");
        line.complete("run-1", "Done.");
        assertThat(task.exitCode()).isZero();
        assertThat(task.out()).isEqualTo("Done.%n".formatted());
    }

    @Test
    void a_task_is_watched_by_its_id() throws Exception {
        var task = ShellTask.onPipe("--attach", "run-7", "--url", board.url());
        var line = board.accept();
        line.reply(line.hear(FromBoard.AttachTask.class), new ToBoard.TaskStarted("run-7", "k", ""));
        line.complete("run-7", "Done.");
        assertThat(task.exitCode()).isZero();
        assertThat(task.out()).isEqualTo("Done.%n".formatted());
    }

    @Test
    void a_task_that_is_not_there_cannot_be_watched() throws Exception {
        var task = ShellTask.onPipe("--attach", "run-7", "--url", board.url());
        var line = board.accept();
        line.reply(
                line.hear(FromBoard.AttachTask.class),
                new ToBoard.TaskError(
                        "run-7",
                        new ToBoard.Problem("task_not_found", "There is no such task.", false, null),
                        null,
                        null,
                        false));
        assertThat(task.exitCode()).isEqualTo(1);
        assertThat(task.err()).endsWith("there is no task run-7 that is under way or was kept — check the id");
    }

    private static ToBoard asked(String taskId, String approvalId, String command) {
        return new ToBoard.ApprovalRequired(
                taskId,
                approvalId,
                new ToBoard.AskedCall(
                        "call-1", "exec", Json.mapper().createObjectNode().put("command", command)),
                "It runs something.",
                300_000L);
    }

    private static FromBoard.ApprovalResponse response(ScriptedBoard.Line line) throws InterruptedException {
        return (FromBoard.ApprovalResponse)
                line.hear(FromBoard.ApprovalResponse.class).payload();
    }

    private static void awaitPrompts(ShellTask task, int count) {
        await().atMost(ShellTask.PATIENCE).until(() -> task.out().split("Allow it\\?", -1).length == count + 1);
    }
}
