package dev.switchboard.edge.hud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Plan;
import dev.switchboard.json.Json;
import dev.switchboard.protocol.hud.ChatMessage;
import dev.switchboard.protocol.hud.HudEvent;
import dev.switchboard.protocol.hud.HudFrames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class HudProjectionTest {
    private static final Path GOLDEN = Path.of("../protocol/src/test/resources/golden/hud");
    private static final String RUN = "run-7";
    private static final String TURN = "turn-0199f1c2";
    private static final long TS = 1_741_995_001_000L;

    /** Every golden frame of the activity, and the event it is made from. */
    static Stream<Arguments> frames() {
        return Stream.of(
                made("turn-start", 3, 0, new RunEvent.TurnStart(id(1), RUN, TURN, "w1")),
                made("turn-end", 14, 4_500, new RunEvent.TurnEnd(id(2), RUN, TURN, Status.OK, 4_500)),
                replayed("turn-end-replayed", 14, 4_500, new RunEvent.TurnEnd(id(2), RUN, TURN, Status.ABORTED, 4_500)),
                made("think-start", 4, 50, new RunEvent.ThinkStart(id(3), RUN, "think-1", TURN)),
                made(
                        "think-end",
                        5,
                        820,
                        new RunEvent.ThinkEnd(id(4), RUN, "think-1", TURN, "The file first.", false, Status.OK, 770)),
                made(
                        "approval-start",
                        8,
                        1_500,
                        new RunEvent.ApprovalRequired(
                                id(40),
                                RUN,
                                "appr-1",
                                "call_5",
                                TURN,
                                "exec",
                                json("{\"command\":\"rm -r build\"}"),
                                Effect.EXECUTE,
                                "exec changes things outside the workspace",
                                Instant.parse("2025-03-14T23:35:00Z"))),
                made(
                        "approval-end",
                        9,
                        3_800,
                        resolved(true, null, null, new RunEvent.By("Chrome on Android", null), 2_300)),
                made(
                        "approval-end-timeout",
                        9,
                        301_500,
                        resolved(false, "Nobody answered in time.", Decision.TIMEOUT, null, 300_000)),
                made(
                        "model-end",
                        10,
                        3_990,
                        new RunEvent.ModelEnd(id(42), RUN, TURN, 1, "", null, null, 1_900, "said-1", 640L, Status.OK)),
                made(
                        "stage-end",
                        4,
                        1_300,
                        new RunEvent.Transcription(id(43), RUN, TURN, "w1", 2, "hello", "audio/wav", 1_300)),
                made("received-new-session", 20, 0, received(50, "new_session", "{\"previousAgent\":\"tester\"}")),
                made(
                        "received-agent-switch",
                        21,
                        0,
                        received(51, "agent_switch", "{\"from\":\"tester\",\"to\":\"titan\"}")),
                made("received-stop", 22, 0, received(52, "stop", "{\"state\":\"AGENT_RUNNING\"}")),
                made("received-kill", 23, 0, received(53, "kill", "{\"state\":\"WAITING_APPROVAL\"}")),
                made("received-handover", 24, 0, received(54, "handover", "{\"from\":\"tester\",\"to\":\"titan\"}")),
                replayed(
                        "received-message",
                        2,
                        0,
                        new RunEvent.UserMessage(id(56), "w1", "web", "chrome", null, "hello\nworld ")),
                made(
                        "received-message-steer",
                        12,
                        0,
                        new RunEvent.Injected(id(57), RUN, "w2", "steer", "shorter, please")));
    }

    @ParameterizedTest
    @MethodSource("frames")
    void an_event_becomes_the_frame_of_the_golden_file(String name, Recorded recorded, boolean replayed) {
        assertThat(shown(recorded, replayed)).isEqualTo(golden(name));
    }

    static List<String> tools() throws IOException {
        try (var files = Files.list(GOLDEN)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("tool-start-"))
                    .map(name -> name.substring("tool-start-".length(), name.length() - ".json".length()))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("tools")
    void a_call_and_its_result_are_shown_in_the_shape_of_their_tool(String tool) {
        var start = golden("tool-start-" + tool);
        var end = golden("tool-end-" + tool);
        var name = start.get("tool").stringValue();
        var call = start.get("correlationId").stringValue();
        var args = (ObjectNode) start.get("args");

        var began = new RunEvent.ToolStart(start.get("id").stringValue(), RUN, call, TURN, name, args);
        var ended = new RunEvent.ToolEnd(
                end.get("id").stringValue(),
                RUN,
                call,
                TURN,
                name,
                args,
                (ObjectNode) end.get("result"),
                end.get("status").stringValue().equals("ok") ? Status.OK : Status.ERROR,
                end.get("durationMs").longValue());

        assertThat(shown(new Recorded(6, at(start), began), false)).isEqualTo(start);
        assertThat(shown(new Recorded(7, at(end), ended), false)).isEqualTo(end);
    }

    @Test
    void every_kind_of_activity_is_made_from_some_event() {
        var made = new HashSet<Class<?>>();
        frames().forEach(frame -> made.add(activity((Recorded) frame.get()[1]).getClass()));
        made.add(HudEvent.ToolStart.class);
        made.add(HudEvent.ToolEnd.class);
        assertThat(made).containsExactlyInAnyOrder(HudEvent.class.getPermittedSubclasses());
    }

    @Test
    void a_preview_has_at_most_eighty_characters_and_cuts_none_in_two() {
        var long80 = "\uD83D\uDE00".repeat(100);
        var frame = (HudEvent.Received)
                activity(recorded(2, 0, new RunEvent.UserMessage(id(1), "w1", "web", "p", null, long80)));
        var preview =
                frame.payload() == null ? "" : frame.payload().path("preview").stringValue();
        assertThat(preview.codePointCount(0, preview.length())).isEqualTo(80);
        assertThat(preview).startsWith("\uD83D\uDE00".repeat(79));
    }

    @Test
    void what_people_say_and_what_a_model_answers_are_the_chat() {
        var you = new RunEvent.UserMessage("e1", "w1", "web", "p", null, "hello");
        var steer = new RunEvent.Injected("e2", RUN, "w2", "steer", "shorter");
        var between = new RunEvent.ModelEnd("e3", RUN, TURN, 1, "I look.", null, null, 5, "said-1", 1L, Status.OK);
        var answer = new RunEvent.Answered("e4", RUN, "w1", "Done.", null, 5, null, "said-2");

        assertThat(HudProjection.said(recorded(1, 0, you)))
                .containsExactly(new ChatMessage("said-e1", 1, "user", "hello", TS, "w1", null, null));
        assertThat(HudProjection.said(recorded(2, 0, steer)))
                .containsExactly(new ChatMessage("said-e2", 2, "user", "shorter", TS, "w2", RUN, null));
        assertThat(HudProjection.said(recorded(3, 0, between)))
                .containsExactly(new ChatMessage("said-1", 3, "assistant", "I look.", TS, null, RUN, null));
        assertThat(HudProjection.said(recorded(4, 0, answer)))
                .containsExactly(new ChatMessage("said-2", 4, "assistant", "Done.", TS, "w1", RUN, "stop"));
    }

    @Test
    void what_was_spoken_is_in_the_chat_when_its_words_are_known() {
        var spoken = new RunEvent.UserMessage("e1", "w1", "web", "p", null, "", "audio/wav");
        var heard = new RunEvent.Transcription("e2", RUN, TURN, "w1", 1, "hello", "audio/wav", 5);
        assertThat(HudProjection.said(recorded(1, 0, spoken))).isEmpty();
        assertThat(HudProjection.said(recorded(3, 0, heard)))
                .containsExactly(new ChatMessage("said-e2", 3, "user", "hello", TS, "w1", RUN, null));
    }

    @Test
    void what_was_said_before_a_failure_stays_and_the_failure_ends_the_answer() {
        var failed = new RunEvent.Failed("e1", RUN, "w1", "model_timeout", "Too slow.", null, 5, "Do", null, "said-1");
        assertThat(HudProjection.said(recorded(4, 0, failed)))
                .containsExactly(
                        new ChatMessage("said-1", 4, "assistant", "Do", TS, "w1", RUN, null),
                        new ChatMessage("said-e1", 4, "assistant", "Too slow.", TS, "w1", RUN, "error"));
    }

    @Test
    void a_stopped_answer_is_what_had_been_said_under_the_same_id() {
        var stopped = new RunEvent.Stopped("e1", RUN, "w1", "Do", "Do", "enough", null, 5, null, "said-1");
        assertThat(HudProjection.said(recorded(4, 0, stopped)))
                .containsExactly(new ChatMessage("said-1", 4, "assistant", "Do", TS, "w1", RUN, "stop"));
    }

    @Test
    void what_is_neither_activity_nor_said_gives_no_frame() {
        var quiet = List.of(
                new RunEvent.RunStarted("e", RUN, "w1", "default", "offline", 1),
                new RunEvent.PreviewRetracted("e", RUN, TURN, "again"),
                new RunEvent.PlanChanged("e", RUN, TURN, new Plan("goal", List.of())),
                new RunEvent.InjectionsTaken("e", RUN, TURN, List.of("w2")),
                new RunEvent.Summarised("e", 3, "short"));
        assertThat(quiet).allSatisfy(event -> {
            assertThat(HudProjection.activity(recorded(1, 0, event), false)).isNull();
            assertThat(HudProjection.said(recorded(1, 0, event))).isEmpty();
        });
    }

    private static Arguments made(String name, long seq, long after, RunEvent event) {
        return Arguments.of(name, recorded(seq, after, event), false);
    }

    private static Arguments replayed(String name, long seq, long after, RunEvent event) {
        return Arguments.of(name, recorded(seq, after, event), true);
    }

    private static Recorded recorded(long seq, long after, RunEvent event) {
        return new Recorded(seq, Instant.ofEpochMilli(TS + after), event);
    }

    private static RunEvent.ApprovalResolved resolved(
            boolean approved, @Nullable String reason, @Nullable String code, RunEvent.@Nullable By by, long waited) {
        return new RunEvent.ApprovalResolved(
                id(41),
                RUN,
                "appr-1",
                "call_5",
                TURN,
                "exec",
                approved,
                reason,
                code,
                by,
                waited,
                json("{\"command\":\"rm -r build\"}"));
    }

    private static RunEvent.Received received(int number, String subtype, String payload) {
        return new RunEvent.Received(id(number), RUN, subtype, null, json(payload));
    }

    private static String id(int number) {
        return "0199f1c2-7a00-7c3e-9d0f-0000000000%02d".formatted(number);
    }

    private static Instant at(JsonNode frame) {
        return Instant.ofEpochMilli(frame.get("ts").longValue());
    }

    private static HudEvent activity(Recorded recorded) {
        var activity = HudProjection.activity(recorded, false);
        if (activity == null) {
            throw new AssertionError("not shown: " + recorded);
        }
        return activity;
    }

    private static JsonNode shown(Recorded recorded, boolean replayed) {
        var activity = HudProjection.activity(recorded, replayed);
        return activity == null ? Json.mapper().nullNode() : Json.mapper().readTree(HudFrames.write(activity));
    }

    private static JsonNode golden(String name) {
        try {
            return Json.mapper().readTree(Files.readString(GOLDEN.resolve(name + ".json")));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.mapper().readTree(text);
    }
}
