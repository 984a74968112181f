package dev.switchboard.app.hud;

import static dev.switchboard.app.hud.Hud.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The requirements of the HUD protocol, in its order, over a real socket. */
@Timeout(120)
class HudProtocolIT {
    private static final String UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    @TempDir
    Path folder;

    private HudGateway gateway;

    @BeforeEach
    void start() throws Exception {
        gateway = new HudGateway(folder);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    // Goals

    @Test
    void arguments_and_results_are_objects() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "tool exec {\"command\":\"echo hi\"}");
            assertThat(hud.only("tool_start").get("args")).isEqualTo(json("{\"command\":\"echo hi\"}"));
            assertThat(hud.only("tool_end").get("result").isObject()).isTrue();
        }
    }

    @Test
    void tools_and_thoughts_nest_inside_their_turn() throws Exception {
        gateway.model.script((request, listener) -> {
            if (!(request.messages().getLast() instanceof ModelMessage.ToolResult)) {
                listener.thinking("The folder first.");
            }
            return gateway.answer(request, listener);
        });
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "tool exec {\"command\":\"ls\"}");
            var turn = hud.only("turn_start").get("correlationId");
            for (var event : List.of("think_start", "think_end", "tool_start", "tool_end")) {
                assertThat(hud.only(event).get("parentId")).as(event).isEqualTo(turn);
            }
            assertThat(kinds(hud.activity()))
                    .containsExactly("turn_start", "think_start", "think_end", "tool_start", "tool_end", "turn_end");
        }
    }

    @Test
    void events_come_as_they_happen() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.say("m-1", "tool exec {\"command\":\"until [ -e go ]; do sleep 0.05; done\"}");
            hud.event("tool_start");
            assertThat(kinds(hud.activity())).containsExactly("turn_start", "tool_start");
            Files.createFile(gateway.workspace.resolve("go"));
            hud.answered("m-1");
            assertThat(hud.only("tool_end").get("durationMs").longValue()).isPositive();
        }
    }

    @Test
    void what_is_cut_short_on_the_wire_can_be_inspected_whole() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "tool exec {\"command\":\"seq 1 20000\"}");
            var end = hud.only("tool_end");
            assertThat(end.get("result").get("truncated").booleanValue()).isTrue();
            assertThat(end.get("result").get("stdout").stringValue().length()).isLessThanOrEqualTo(16 * 1024);
            assertThat(end.get("result").get("bytes").longValue()).isEqualTo(108_894);
            var whole = gateway.ask("GET", "/api/events/" + text(end, "id") + "/result", "");
            assertThat(whole.body()).contains("9999\\n10000\\n", "19999\\n20000");
        }
    }

    @Test
    void replay_gives_the_same_events_flagged_then_goes_on_live() throws Exception {
        List<JsonNode> live;
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "think hm ; first");
            hud.ask("m-2", "tool exec {\"command\":\"echo two\"}");
            live = hud.activity();
            assertThat(live).noneMatch(frame -> frame.has("replay"));
        }
        try (var hud = gateway.open("web-1")) {
            hud.next("history");
            assertThat(hud.frames.getFirst().get("type").stringValue()).isEqualTo("connected");
            var reconnect = hud.activity().getFirst();
            assertThat(text(reconnect, "subtype")).isEqualTo("reconnect");
            assertThat(reconnect.has("seq") || reconnect.has("replay")).isFalse();
            var replayed = hud.activity().subList(1, hud.activity().size());
            assertThat(replayed).allMatch(frame -> frame.get("replay").booleanValue());
            assertThat(plain(replayed)).isEqualTo(live);
            var newest = replayed.getLast().get("seq").longValue();
            assertThat(hud.frames.getFirst().get("seq").longValue()).isGreaterThanOrEqualTo(newest);
            int before = hud.activity().size();
            hud.ask("m-3", "say third");
            assertThat(hud.activity().subList(before, hud.activity().size()))
                    .isNotEmpty()
                    .noneMatch(frame -> frame.has("replay"))
                    .allMatch(frame -> frame.get("seq").longValue() > newest);
        }
    }

    @Test
    void replay_after_a_number_has_what_comes_after_it_alone() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "say one");
            hud.ask("m-2", "say two");
            long cut = hud.activity().stream()
                    .filter(frame -> text(frame, "event").equals("turn_end"))
                    .findFirst()
                    .orElseThrow()
                    .get("seq")
                    .longValue();
            try (var late = gateway.open("web-1", "?after=" + cut)) {
                var history = late.next("history");
                assertThat(late.activity().stream().skip(1))
                        .allMatch(frame -> frame.get("seq").longValue() > cut);
                assertThat(texts(history)).endsWith("say two", "two").doesNotContain("say one");
            }
            try (var late = gateway.open("web-1", "?after=" + Long.MAX_VALUE)) {
                assertThat(late.next("history").get("messages").size()).isZero();
                assertThat(late.activity()).as("nothing to replay").isEmpty();
                late.ask("m-3", "say three");
            }
        }
    }

    @Test
    void kinds_beside_the_seeds_show_where_the_time_went() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.send("{\"type\":\"switch_agent\",\"agent\":\"careful\"}");
            hud.say("m-1", "tool exec {\"command\":\"echo asked\"}");
            var asked = hud.event("approval_start");
            hud.send("{\"type\":\"approve\",\"approval_id\":%s,\"approved\":true}"
                    .formatted(asked.get("correlationId")));
            hud.answered("m-1");
            assertThat(text(asked, "tool")).isEqualTo("exec");
            assertThat(asked.get("args")).isEqualTo(json("{\"command\":\"echo asked\"}"));
            assertThat(text(asked, "reason")).isNotEmpty();
            assertThat(text(asked, "expiresAt")).endsWith("Z");
            var answered = hud.only("approval_end");
            assertThat(answered.get("correlationId")).isEqualTo(asked.get("correlationId"));
            assertThat(answered.get("parentId"))
                    .isEqualTo(hud.only("turn_start").get("correlationId"));
            assertThat(answered.get("approved").booleanValue()).isTrue();
            assertThat(text(answered.get("by"), "name")).isEqualTo("operator");
            assertThat(text(answered, "status")).isEqualTo("ok");
            assertThat(answered.get("durationMs").isNumber()).isTrue();
            assertThat(hud.activity().stream()
                            .filter(frame -> text(frame, "event").equals("model_end")))
                    .hasSize(2)
                    .allSatisfy(model -> {
                        assertThat(model.get("parentId"))
                                .isEqualTo(hud.only("turn_start").get("correlationId"));
                        assertThat(model.get("durationMs").isNumber()).isTrue();
                        assertThat(model.get("silentMs").isNumber()).isTrue();
                    });
            assertThat(hud.activity().stream()
                            .filter(frame -> text(frame, "event").endsWith("_end")))
                    .allMatch(frame -> frame.has("status"));
        }
    }

    // Wire format

    @Test
    void every_event_has_the_base_shape() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "think hm ; yes");
            hud.ask("m-2", "look exec {\"command\":\"ls\"}");
            assertThat(hud.activity()).isNotEmpty().allSatisfy(frame -> {
                assertThat(text(frame, "type")).isEqualTo("hud");
                assertThat(text(frame, "id")).matches(UUID);
                assertThat(frame.get("ts").longValue()).isGreaterThan(1_700_000_000_000L);
                assertThat(frame.get("seq").longValue()).isPositive();
                assertThat(text(frame, "event"))
                        .isIn(Set.of(
                                "tool_start",
                                "tool_end",
                                "think_start",
                                "think_end",
                                "turn_start",
                                "turn_end",
                                "received",
                                "model_end"));
                assertThat(frame.has("label")).isEqualTo(text(frame, "event").equals("received"));
            });
        }
    }

    // Event shapes

    @Test
    void a_turn_has_a_start_and_an_end() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "say hi");
            var start = hud.only("turn_start");
            var end = hud.only("turn_end");
            assertThat(start.get("correlationId")).isEqualTo(end.get("correlationId"));
            assertThat(text(start, "messageId")).isEqualTo("m-1");
            assertThat(text(start, "runId")).isNotEmpty();
            assertThat(end.get("durationMs").longValue()).isNotNegative();
            assertThat(text(end, "status")).isEqualTo("ok");
        }
    }

    @Test
    void a_thought_has_an_id_of_its_own_and_its_text_at_its_end() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "think deep thoughts ; answer");
            var start = hud.only("think_start");
            var end = hud.only("think_end");
            assertThat(start.get("correlationId")).isEqualTo(end.get("correlationId"));
            assertThat(start.get("correlationId"))
                    .isNotEqualTo(hud.only("turn_start").get("correlationId"));
            assertThat(text(end, "text")).isEqualTo("deep thoughts");
            assertThat(end.get("truncated").booleanValue()).isFalse();
            assertThat(end.get("durationMs").isNumber()).isTrue();
        }
    }

    @Test
    void a_call_is_paired_by_its_id_and_names_its_tool() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "tool exec {\"command\":\"ls\"}");
            assertThat(text(hud.only("tool_start"), "correlationId")).startsWith("call_");
            assertThat(hud.only("tool_start").get("correlationId"))
                    .isEqualTo(hud.only("tool_end").get("correlationId"));
            assertThat(text(hud.only("tool_end"), "tool")).isEqualTo("exec");
        }
    }

    @Test
    void read_write_edit_and_append_give_their_shapes() throws Exception {
        assertThat(result("write {\"path\":\"a.txt\",\"content\":\"l1\\nl2\\nl3\\n\"}", "write"))
                .isEqualTo(json("""
                    {"ok":true,"file":{"path":"a.txt","viewerPath":"a.txt","area":{"startLine":1,"endLine":3}},
                     "area":{"startLine":1,"endLine":3},"bytes":9}\
                    """));
        assertThat(result("append {\"path\":\"./a.txt\",\"content\":\"l4\\nl5\\n\"}", "append"))
                .isEqualTo(json("""
                    {"ok":true,"file":{"path":"./a.txt","viewerPath":"a.txt","area":{"startLine":4,"endLine":5}},
                     "area":{"startLine":4,"endLine":5},"bytes":6}\
                    """));
        assertThat(result("edit {\"path\":\"a.txt\",\"old\":\"l2\",\"new\":\"L2\\nL2b\"}", "edit"))
                .isEqualTo(json("""
                    {"ok":true,"file":{"path":"a.txt","viewerPath":"a.txt","area":{"startLine":2,"endLine":3}},
                     "area":{"startLine":2,"endLine":3}}\
                    """));
        assertThat(result("read {\"path\":\"a.txt\",\"offset\":2,\"limit\":2}", null))
                .isEqualTo(json("""
                    {"ok":true,"file":{"path":"a.txt","viewerPath":"a.txt","area":{"startLine":2,"endLine":3}},
                     "area":{"startLine":2,"endLine":3},"text":"L2\\nL2b\\n","bytes":19,"truncated":true}\
                    """));
    }

    @Test
    void exec_gives_its_shape_and_what_fails_says_why() throws Exception {
        Files.writeString(gateway.workspace.resolve("a.txt"), "one\n");
        var ok = result("exec {\"command\":\"wc -l a.txt\"}", null);
        assertThat(ok.get("ok").booleanValue()).isTrue();
        assertThat(ok.get("exitCode").intValue()).isZero();
        assertThat(text(ok, "stdout")).contains("1 a.txt");
        assertThat(ok.get("truncated").booleanValue()).isFalse();
        assertThat(ok.get("mentionedPaths")).isEqualTo(json("[{\"path\":\"a.txt\",\"viewerPath\":\"a.txt\"}]"));
        var failed = result("exec {\"command\":\"exit 3\"}", null);
        assertThat(failed.get("ok").booleanValue()).isFalse();
        assertThat(failed.get("exitCode").intValue()).isEqualTo(3);
        assertThat(text(failed, "error")).isNotEmpty();
        assertThat(result("no_such_tool {\"a\":1}", null).get("ok").booleanValue())
                .isFalse();
    }

    @Test
    void the_web_and_foreign_tools_give_their_shapes() throws Exception {
        assertThat(names(result("web_fetch {\"url\":\"https://example.org/\"}", null)))
                .containsExactly("ok", "text", "url", "truncated");
        assertThat(names(result("web_search {\"query\":\"switchboard\"}", null)))
                .containsExactly("ok", "text", "truncated");
        assertThat(names(result("browser {\"action\":\"open\"}", null))).containsExactly("ok", "summary", "raw");
        assertThat(names(result("calendar__today {}", null))).containsExactly("ok", "raw");
    }

    // received

    @Test
    void new_session_is_received_and_resets() throws Exception {
        try (var hud = gateway.open("web-1");
                var other = gateway.open("web-1")) {
            hud.ask("m-1", "say quetzal");
            hud.send("{\"type\":\"new\"}");
            for (var looking : List.of(hud, other)) {
                var received = looking.received("new_session");
                assertThat(text(received, "label")).isEqualTo("/new received — resetting session");
                assertThat(received.get("payload")).isEqualTo(json("{\"previousAgent\":\"default\"}"));
                assertThat(received.has("replay")).isFalse();
                assertThat(looking.next("history"))
                        .isEqualTo(json("{\"type\":\"history\",\"messages\":[],\"gap\":true}"));
            }
            hud.ask("m-2", "say again");
            assertThat(gateway.model.asked().getLast().messages().toString()).doesNotContain("quetzal");
            hud.say("m-1", "say quetzal");
            var ack = hud.next("ack");
            assertThat(text(ack, "code")).isEqualTo("forgotten");
            assertThat(text(ack, "finish_reason")).isEqualTo("error");
            assertThat(ack.get("pending").booleanValue()).isFalse();
            try (var late = gateway.open("web-1", "?after=2")) {
                assertThat(late.next("history").get("gap").booleanValue()).isTrue();
            }
            try (var fresh = gateway.open("web-1")) {
                var history = fresh.next("history");
                assertThat(history.has("gap")).as("there is nothing before it").isFalse();
                assertThat(texts(history)).containsExactly("say again", "again");
            }
        }
    }

    @Test
    void agent_switch_is_received_and_the_other_one_answers() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "say one");
            hud.send("{\"type\":\"switch_agent\",\"agent\":\"titan\"}");
            var received = hud.received("agent_switch");
            assertThat(text(received, "label")).isEqualTo("switch → titan");
            assertThat(received.get("payload")).isEqualTo(json("{\"from\":\"default\",\"to\":\"titan\"}"));
            hud.ask("m-2", "say two");
            assertThat(gateway.titan.asked()).hasSize(1);
        }
    }

    @Test
    void stop_and_kill_are_received_and_abort_the_turn() throws Exception {
        try (var hud = gateway.open("web-1")) {
            for (var type : List.of("stop", "kill")) {
                hud.say(type, "tool exec {\"command\":\"sleep 60\"}");
                hud.event("tool_start");
                hud.send("{\"type\":\"%s\"}".formatted(type));
                var received = hud.received(type);
                assertThat(text(received, "label")).isEqualTo(type + " received — aborting turn");
                assertThat(received.get("payload")).isEqualTo(json("{\"state\":\"AGENT_RUNNING\"}"));
                assertThat(text(hud.event("tool_end"), "status")).isEqualTo("aborted");
                assertThat(text(hud.event("turn_end"), "status")).isEqualTo("aborted");
                hud.settle();
            }
            hud.send("{\"type\":\"stop\"}");
            assertThat(text(hud.next("error"), "code")).isEqualTo("nothing_runs");
        }
    }

    @Test
    void a_stop_while_somebody_is_asked_says_so() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.send("{\"type\":\"switch_agent\",\"agent\":\"careful\"}");
            hud.say("m-1", "tool exec {\"command\":\"echo hi\"}");
            hud.next("approval");
            try (var late = gateway.open("web-1")) {
                assertThat(text(late.next("connected"), "state")).isEqualTo("WAITING_APPROVAL");
            }
            hud.send("{\"type\":\"stop\"}");
            assertThat(text(hud.received("stop").get("payload"), "state")).isEqualTo("WAITING_APPROVAL");
            assertThat(hud.next("approval_resolved").get("approved").booleanValue())
                    .isFalse();
            assertThat(text(hud.answered("m-1"), "finish_reason")).isEqualTo("stop");
            assertThat(text(hud.only("approval_end"), "status")).isEqualTo("aborted");
        }
    }

    @Test
    void handover_is_received_and_the_other_one_gets_a_summary() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "say one");
            hud.send("{\"type\":\"handover\",\"agent\":\"titan\"}");
            var received = hud.received("handover");
            assertThat(text(received, "label")).isEqualTo("handover → titan");
            assertThat(received.get("payload")).isEqualTo(json("{\"from\":\"default\",\"to\":\"titan\"}"));
            hud.ask("m-2", "say two");
            assertThat(gateway.titan.asked()).hasSize(1);
        }
    }

    @Test
    void reconnect_is_received_only_if_something_is_replayed() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.next("history");
            assertThat(hud.activity()).isEmpty();
            hud.ask("m-1", "say one");
            assertThat(hud.activity()).noneMatch(frame -> text(frame, "subtype").equals("reconnect"));
        }
        try (var hud = gateway.open("web-1")) {
            var received = hud.received("reconnect");
            assertThat(text(received, "label")).isEqualTo("reconnected — replaying history");
            assertThat(received.get("payload")).isEqualTo(json("{\"sessionKey\":\"web-1\"}"));
            assertThat(text(received, "id")).matches(UUID);
        }
    }

    @Test
    void every_message_is_received_with_a_short_preview() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "say " + "long ".repeat(60));
            var received = hud.activity().getFirst();
            assertThat(text(received, "subtype")).isEqualTo("message");
            assertThat(text(received, "label")).isEqualTo("message received");
            assertThat(text(received.get("payload"), "preview"))
                    .startsWith("say long")
                    .hasSizeLessThanOrEqualTo(80);
            assertThat(received.get("payload").has("mode")).isFalse();
        }
    }

    // ID policy

    @Test
    void ids_are_unique_and_a_vendors_id_that_repeats_is_replaced() throws Exception {
        gateway.model.script((request, listener) -> request.messages().getLast() instanceof ModelMessage.ToolResult
                ? ModelReply.text("done")
                : new ModelReply(
                        "",
                        null,
                        List.of(
                                new ToolCall("same", "exec", "{\"command\":\"echo 1\"}"),
                                new ToolCall("same", "exec", "{\"command\":\"echo 2\"}")),
                        null,
                        ModelReply.Finish.TOOL_CALLS));
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "go");
            hud.ask("m-2", "go");
            var ids = hud.activity().stream().map(frame -> text(frame, "id")).toList();
            assertThat(new HashSet<>(ids)).hasSameSizeAs(ids);
            assertThat(correlations(hud, "tool_start")).hasSize(4).doesNotHaveDuplicates();
            assertThat(correlations(hud, "tool_end")).containsExactlyElementsOf(correlations(hud, "tool_start"));
            assertThat(correlations(hud, "turn_start")).hasSize(2).doesNotHaveDuplicates();
        }
    }

    // Emission points: a crash, too, ends what was open

    @Test
    void the_activity_outlives_the_gateway() throws Exception {
        List<JsonNode> live;
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "tool exec {\"command\":\"echo hi\"}");
            live = hud.activity();
        }
        gateway.restart();
        try (var hud = gateway.open("web-1")) {
            hud.next("history");
            assertThat(plain(hud.activity().subList(1, hud.activity().size()))).isEqualTo(live);
        }
    }

    private JsonNode result(String call, String operation) throws Exception {
        try (var hud = gateway.open("web-" + gateway.calls.get())) {
            hud.ask("m-1", "tool " + call);
            if (operation != null) {
                var args = hud.only("tool_start").get("args");
                assertThat(names(args)).containsExactly("path", "operation");
                assertThat(text(args, "operation")).isEqualTo(operation);
            }
            return hud.only("tool_end").get("result");
        }
    }

    private static List<String> correlations(Hud hud, String event) {
        return hud.activity().stream()
                .filter(frame -> text(frame, "event").equals(event))
                .map(frame -> text(frame, "correlationId"))
                .toList();
    }

    static List<String> texts(JsonNode history) {
        var texts = new ArrayList<String>();
        history.get("messages").forEach(message -> texts.add(text(message, "text")));
        return texts;
    }

    private static List<String> names(JsonNode json) {
        return List.copyOf(json.propertyNames());
    }

    /** Of the seed's kinds that have a start and an end. */
    private static List<String> kinds(List<JsonNode> frames) {
        return frames.stream()
                .map(frame -> text(frame, "event"))
                .filter(event -> event.matches("(turn|tool|think)_(start|end)"))
                .toList();
    }

    /** The same without saying that they were replayed. */
    static List<JsonNode> plain(List<JsonNode> frames) {
        return frames.stream()
                .map(frame -> {
                    var copy = (tools.jackson.databind.node.ObjectNode) frame.deepCopy();
                    copy.remove("replay");
                    return (JsonNode) copy;
                })
                .toList();
    }

    static JsonNode json(String text) {
        return Json.mapper().readTree(text);
    }
}
