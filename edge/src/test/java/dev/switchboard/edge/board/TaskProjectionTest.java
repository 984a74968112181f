package dev.switchboard.edge.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Plan;
import dev.switchboard.core.tool.Plan.Status;
import dev.switchboard.json.Json;
import dev.switchboard.protocol.board.ArtifactRef;
import dev.switchboard.protocol.board.ToBoard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class TaskProjectionTest {
    private static final String RUN = "run-1";
    private static final Instant AT = Instant.parse("2026-11-16T10:30:00Z");

    /** A run that does all a run can do, but its end. */
    private static final List<RunEvent> RUN_SO_FAR = List.of(
            new RunEvent.RunStarted("e", RUN, "key", "default", "offline", 1),
            new RunEvent.TurnStart("e", RUN, "turn", null),
            new RunEvent.ThinkStart("e", RUN, "think", "turn"),
            new RunEvent.ThinkEnd("e", RUN, "think", "turn", "hm", false, RunEvent.Status.OK, 5),
            new RunEvent.ModelEnd(
                    "e",
                    RUN,
                    "turn",
                    1,
                    "I look.",
                    new RunEvent.Tokens(100, 10),
                    2_000L,
                    5,
                    "said",
                    1L,
                    RunEvent.Status.OK),
            new RunEvent.ToolStart("e", RUN, "c1", "turn", "read", args("path", "index.html")),
            new RunEvent.ToolEnd(
                    "e",
                    RUN,
                    "c1",
                    "turn",
                    "read",
                    args("path", "index.html"),
                    args("text", "x"),
                    RunEvent.Status.OK,
                    5),
            plan(Status.IN_PROGRESS, Status.PENDING),
            new RunEvent.ModelEnd(
                    "e", RUN, "turn", 2, "", new RunEvent.Tokens(200, 20), null, 5, "said", 1L, RunEvent.Status.OK),
            new RunEvent.ApprovalRequired(
                    "e", RUN, "a1", "c2", "turn", "exec", args("command", "npm test"), Effect.EXECUTE, "why", AT),
            new RunEvent.RunStarted("e", RUN, "key", "default", "offline", 2),
            new RunEvent.ApprovalResolved("e", RUN, "a1", "c2", "turn", "exec", true, null, null, null, null, null),
            new RunEvent.ToolStart("e", RUN, "c2", "turn", "exec", args("command", "npm test\nexit")),
            new RunEvent.ToolEnd(
                    "e", RUN, "c2", "turn", "exec", args("command", "x"), args("stdout", "ok"), RunEvent.Status.OK, 5),
            new RunEvent.Injected("e", RUN, "s1", "steer", "greener"),
            new RunEvent.InjectionsTaken("e", RUN, "turn", List.of("s1")),
            plan(Status.COMPLETED, Status.IN_PROGRESS),
            new RunEvent.ModelEnd(
                    "e", RUN, "turn", 3, "", new RunEvent.Tokens(300, 30), 4_000L, 5, "said", 1L, RunEvent.Status.OK),
            new RunEvent.TurnEnd("e", RUN, "turn", RunEvent.Status.OK, 5));

    static List<RunEvent.Final> ends() {
        var account = new RunEvent.Account(4, 6_000L, List.of("index.html"), null);
        return List.of(
                new RunEvent.Answered("e", RUN, "key", "Done.", new RunEvent.Tokens(600, 60), 5, account, "said"),
                new RunEvent.Failed("e", RUN, "key", "model_timeout", "Too slow.", null, 5, "Do", account, "said"),
                new RunEvent.Stopped("e", RUN, "key", "Do", "Do", "enough", null, 5, account, "said"));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void whoever_joins_at_any_event_sees_from_there_what_the_others_see(RunEvent.Final end) {
        var events = new ArrayList<>(RUN_SO_FAR);
        events.add(end);
        var all = new ArrayList<List<ToBoard>>();
        var always = new TaskProjection(RUN);
        events.forEach(event -> all.add(always.see(recorded(event), true)));

        for (int cut = 0; cut <= events.size(); cut++) {
            var joined = new TaskProjection(RUN);
            events.subList(0, cut).forEach(event -> joined.see(recorded(event), false));
            var rest = events.subList(cut, events.size()).stream()
                    .map(event -> joined.see(recorded(event), true))
                    .toList();
            assertThat(rest).as("cut at %d", cut).isEqualTo(all.subList(cut, all.size()));
            assertThat(joined.progress(null)).isEqualTo(always.progress(null));
        }
    }

    @Test
    void a_recording_is_told_as_it_was_heard() {
        var heard = new RunEvent.Transcription("e", RUN, "turn", "key", 1, "Water\nthe zinnias", "audio/wav", 5);
        var projection = new TaskProjection(RUN);

        assertThat(projection.isOf(heard)).isTrue();
        assertThat(projection.see(recorded(heard), false))
                .isEqualTo(List.of(projection.progress("Heard: Water the zinnias")));
    }

    @Test
    void progress_tells_how_far_the_run_has_come() {
        assertThat(progressAfter(4)).isEqualTo(new ToBoard.TaskProgress(RUN, "planning", null, null, null, null, null));
        assertThat(progressAfter(5))
                .isEqualTo(new ToBoard.TaskProgress(RUN, "planning", null, 110L, 0.002, null, null));
        assertThat(progressAfter(8))
                .isEqualTo(new ToBoard.TaskProgress(RUN, "executing", "Write", 110L, 0.002, null, null));
        assertThat(progressAfter(RUN_SO_FAR.size()))
                .isEqualTo(new ToBoard.TaskProgress(RUN, "verifying", "Look", 660L, 0.006, null, null));
    }

    @Test
    void a_call_is_shown_with_its_arguments_and_its_result_to_who_wants_deltas() {
        var start = new RunEvent.ToolStart("e", RUN, "c1", "turn", "exec", args("command", "npm test\nexit"));
        var end = new RunEvent.ToolEnd(
                "e", RUN, "c1", "turn", "exec", args("command", "x"), args("stdout", "ok"), RunEvent.Status.OK, 5);
        var doing = new ToBoard.TaskProgress(RUN, "executing", null, null, null, "exec: npm test", null);

        assertThat(new TaskProjection(RUN).see(recorded(start), true))
                .containsExactly(
                        ToBoard.TaskDelta.toolCall(
                                RUN, new ToBoard.ToolCall("c1", "exec", "{\"command\":\"npm test\\nexit\"}"), 0),
                        doing);
        assertThat(new TaskProjection(RUN).see(recorded(end), true))
                .containsExactly(ToBoard.TaskDelta.toolResult(RUN, new ToBoard.ToolResult("c1", args("stdout", "ok"))));
        assertThat(new TaskProjection(RUN).see(recorded(start), false)).containsExactly(doing);
        assertThat(new TaskProjection(RUN).see(recorded(end), false)).isEmpty();
    }

    @Test
    void an_answer_has_a_summary_its_files_what_it_cost_and_the_plan_as_it_stands() {
        var plan = new Plan(null, List.of(new Plan.Step("1", "Write", Status.COMPLETED)));
        var account = new RunEvent.Account(2, 1_500L, List.of("index.html"), plan);
        var text = "\nThe page\nis there.\n\nOpen it.";
        var answered = new RunEvent.Answered("e", RUN, "key", text, new RunEvent.Tokens(7, 3), 5, account, "said");

        assertThat(new TaskProjection(RUN).see(recorded(answered), false))
                .containsExactly(new ToBoard.TaskCompleted(
                        RUN,
                        new ToBoard.Result(
                                text, "The page\nis there.", List.of(ArtifactRef.file("index.html")), "- [x] Write"),
                        new ToBoard.Usage(7, 3, 10, 0.0015),
                        "2026-11-16T10:30:00.000Z"));
    }

    @Test
    void a_summary_has_two_hundred_characters_at_most_and_breaks_none() {
        assertThat(TaskProjection.summary("😀".repeat(200))).isEqualTo("😀".repeat(200));
        assertThat(TaskProjection.summary("😀".repeat(201))).isEqualTo("😀".repeat(199) + "…");
        assertThat(TaskProjection.summary(" \n ")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_failure_is_recoverable_exactly_if_something_can_be_suggested(ErrorCode code) {
        var failed = new RunEvent.Failed("e", RUN, "key", code.wireName(), "It failed.", null, 5);

        assertThat(new TaskProjection(RUN).see(recorded(failed), false))
                .singleElement()
                .isInstanceOfSatisfying(ToBoard.TaskError.class, error -> {
                    assertThat(error.ends()).isTrue();
                    assertThat(error.partialResult()).isNull();
                    assertThat(error.usage()).isEqualTo(new ToBoard.Usage(0, 0, 0, null));
                    assertThat(error.error().type())
                            .isEqualTo(code == ErrorCode.INTERNAL ? "internal_error" : code.wireName());
                    assertThat(error.error().recoverable())
                            .isEqualTo(error.error().suggestion() != null);
                });
    }

    @Test
    void what_another_run_of_the_session_did_is_not_its_own() {
        assertThat(RUN_SO_FAR).anyMatch(new TaskProjection(RUN)::isOf).noneMatch(new TaskProjection("another")::isOf);
    }

    private static ToBoard.TaskProgress progressAfter(int events) {
        var projection = new TaskProjection(RUN);
        RUN_SO_FAR.subList(0, events).forEach(event -> projection.see(recorded(event), false));
        return projection.progress(null);
    }

    private static Recorded recorded(RunEvent event) {
        return new Recorded(1, AT, event);
    }

    private static RunEvent plan(Status first, Status second) {
        return new RunEvent.PlanChanged(
                "e",
                RUN,
                "turn",
                new Plan("A page", List.of(new Plan.Step("1", "Write", first), new Plan.Step("2", "Look", second))));
    }

    private static ObjectNode args(String name, String value) {
        return Json.mapper().createObjectNode().put(name, value);
    }
}
