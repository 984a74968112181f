package dev.switchboard.app.hud;

import static dev.switchboard.app.hud.Hud.text;
import static dev.switchboard.app.hud.HudProtocolIT.json;
import static dev.switchboard.app.hud.HudProtocolIT.plain;
import static dev.switchboard.app.hud.HudProtocolIT.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.Gate;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The chat beside the activity: what is said, to whom, and how often. */
@Timeout(180)
class HudChatIT {
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

    @Test
    void an_answer_is_written_piece_by_piece_under_the_id_it_ends_with() throws Exception {
        var gate = new Gate();
        gateway.model.script((_, listener) -> {
            listener.text("wrong");
            listener.retracted("The line broke.");
            listener.text("one ");
            gate.pass();
            listener.text("two");
            return ModelReply.text("one two");
        });
        try (var hud = gateway.open("web-1")) {
            hud.say("m-1", "go");
            gate.awaitSomebody();
            try (var late = gateway.open("web-1")) {
                assertThat(text(late.next("connected"), "state")).isEqualTo("AGENT_RUNNING");
                late.next("history");
                var soFar = late.next("delta");
                assertThat(text(soFar, "text")).isEqualTo("one ");
                assertThat(soFar.get("offset").intValue()).isZero();
                gate.open();
                var rest = late.next("delta");
                assertThat(text(rest, "text")).isEqualTo("two");
                assertThat(rest.get("offset").intValue()).isEqualTo(4);
                var answer = late.answered("m-1");
                assertThat(answer.get("id")).isEqualTo(soFar.get("id")).isEqualTo(rest.get("id"));
                assertThat(answer.get("run_id")).isEqualTo(soFar.get("run_id"));
            }
            var answer = hud.answered("m-1");
            assertThat(text(answer, "text")).isEqualTo("one two");
            assertThat(text(answer, "finish_reason")).isEqualTo("stop");
            assertThat(hud.of("delta")).anyMatch(delta -> delta.path("discard").asBoolean(false));
            assertThat(hud.of("message")).hasSize(2);
            assertThat(text(hud.of("message").getFirst(), "role")).isEqualTo("user");
            var types = hud.frames.stream().map(Hud::type).toList();
            assertThat(types.indexOf("ack")).isLessThan(types.indexOf("delta"));
        }
    }

    @Test
    void what_a_model_says_between_its_calls_is_a_message_that_ends_nothing() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "look exec {\"command\":\"echo hi\"}");
            var said = hud.of("message").stream()
                    .filter(message -> text(message, "role").equals("assistant"))
                    .toList();
            assertThat(said).hasSize(2);
            assertThat(text(said.getFirst(), "text")).isEqualTo("I look.");
            assertThat(said.getFirst().has("finish_reason")).isFalse();
            assertThat(said.getFirst().get("id")).isNotEqualTo(said.getLast().get("id"));
        }
    }

    @Test
    void a_message_is_acknowledged_once_and_a_repeated_id_brings_the_answer_again() throws Exception {
        try (var hud = gateway.open("web-1");
                var other = gateway.open("web-1")) {
            hud.ask("m-1", "say hi");
            assertThat(hud.of("ack"))
                    .containsExactly(json(
                            "{\"type\":\"ack\",\"message_id\":\"m-1\",\"session_id\":\"web-1\",\"accepted\":true}"));
            other.say("m-1", "say hi");
            var again = other.next("ack");
            assertThat(again.get("accepted").booleanValue()).isFalse();
            assertThat(again.get("duplicate").booleanValue()).isTrue();
            assertThat(again.get("pending").booleanValue()).isFalse();
            assertThat(text(again, "reply")).isEqualTo("hi");
            assertThat(text(again, "finish_reason")).isEqualTo("stop");
            other.say("m-1", "say something else", "steer");
            assertThat(text(other.next("ack"), "code")).isEqualTo("id_reused");
            assertThat(gateway.model.asked()).hasSize(1);
        }
    }

    @Test
    void an_unknown_id_becomes_a_chat_by_the_first_frame_that_needs_one() throws Exception {
        try (var hud = gateway.open("web-new")) {
            var connected = hud.next("connected");
            assertThat(text(connected, "kind")).isEqualTo("chat");
            assertThat(text(connected, "agent")).isEqualTo("default");
            assertThat(text(connected, "state")).isEqualTo("IDLE");
            assertThat(connected.get("seq").longValue()).isZero();
            assertThat(text(connected, "version")).isEqualTo("test");
            assertThat(hud.next("history")).isEqualTo(json("{\"type\":\"history\",\"messages\":[]}"));
            hud.settle().send("{\"type\":\"stop\"}").next("error");
            hud.send("{\"type\":\"new\"}").next("error");
            hud.send("{\"type\":\"earlier\",\"before\":1}").next("earlier");
            hud.send("{\"type\":\"message\",\"text\":\"no id\"}").next("error");
            assertThat(sessions()).isEmpty();
            hud.ask("m-1", "say what it is about");
            assertThat(sessions()).containsExactly("web-new chat say what it is about");
        }
        try (var hud = gateway.open("web-chosen")) {
            hud.send("{\"type\":\"switch_agent\",\"agent\":\"titan\"}").received("agent_switch");
            assertThat(sessions()).contains("web-chosen chat web-chosen");
            hud.ask("m-1", "say hi");
            assertThat(gateway.titan.asked()).hasSize(1);
        }
        var reader = gateway.token("\"task:read\"");
        try (var hud = gateway.open("web-none", "", reader)) {
            hud.say("m-1", "say hi");
            assertThat(text(hud.next("error"), "code")).isEqualTo("forbidden");
            hud.send("{\"type\":\"switch_agent\",\"agent\":\"titan\"}").next("error");
            hud.settle();
            assertThat(sessions()).hasSize(2);
        }
    }

    @Test
    void a_chat_called_by_its_first_words_loses_that_name_with_a_reset_and_keeps_one_it_was_given() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "say quetzal");
            hud.send("{\"type\":\"new\"}").received("new_session");
            assertThat(sessions().toString()).doesNotContain("quetzal");
            gateway.ask("PATCH", "/api/sessions/web-1", "{\"name\":\"Birds\"}");
            hud.ask("m-2", "say quetzal");
            hud.send("{\"type\":\"new\"}").received("new_session");
            assertThat(sessions()).containsExactly("web-1 chat Birds");
        }
    }

    @Test
    void whoever_looks_at_a_session_that_is_deleted_is_told_and_closed() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", "say quetzal");
            gateway.ask("DELETE", "/api/sessions/web-1", "");
            assertThat(hud.closeCode()).isEqualTo(4404);
            hud.drained();
            assertThat(text(hud.received("new_session"), "event")).isEqualTo("received");
            hud.next("history");
        }
        try (var hud = gateway.open("web-1")) {
            assertThat(hud.next("history").toString()).doesNotContain("quetzal");
            hud.ask("m-2", "say back again");
            assertThat(sessions()).containsExactly("web-1 chat say back again");
            assertThat(gateway.model.asked().getLast().messages().toString()).doesNotContain("quetzal");
        }
        var made = gateway.made("nothing was said here");
        try (var hud = gateway.open(made)) {
            hud.next("history");
            gateway.ask("DELETE", "/api/sessions/" + made, "");
            assertThat(hud.closeCode()).isEqualTo(4404);
        }
    }

    @Test
    void an_approval_is_asked_of_all_and_answered_once() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.send("{\"type\":\"switch_agent\",\"agent\":\"careful\"}");
            hud.say("m-1", "tool exec {\"command\":\"echo hi > made.txt\"}");
            var asked = hud.next("approval");
            assertThat(asked.get("tool_call").get("arguments")).isEqualTo(json("{\"command\":\"echo hi > made.txt\"}"));
            assertThat(text(asked.get("tool_call"), "name")).isEqualTo("exec");
            assertThat(text(asked, "reason")).isNotEmpty();
            var id = text(asked, "approval_id");
            var reader = gateway.token("\"task:read\",\"task:write\"");
            try (var late = gateway.open("web-1");
                    var looking = gateway.open("web-1", "", reader)) {
                late.next("history");
                assertThat(late.next("approval")).as("after what was").isEqualTo(asked);
                looking.send(approve(id, true, null));
                assertThat(text(looking.next("error"), "code")).isEqualTo("forbidden");
                late.send(approve(id, false, "not on my page"));
                for (var one : List.of(hud, late, looking)) {
                    var resolved = one.next("approval_resolved");
                    assertThat(text(resolved, "approval_id")).isEqualTo(id);
                    assertThat(resolved.get("approved").booleanValue()).isFalse();
                    assertThat(text(resolved, "reason")).isEqualTo("not on my page");
                    assertThat(text(resolved.get("by"), "name")).isEqualTo("operator");
                }
                assertThat(text(hud.answered("m-1"), "text")).contains("not on my page");
                late.send(approve(id, true, null));
                assertThat(text(late.next("error"), "code")).isEqualTo("already_answered");
                assertThat(gateway.workspace.resolve("made.txt")).doesNotExist();
                assertThat(hud.of("approval")).hasSize(1);
            }
        }
    }

    @Test
    void what_lies_before_is_given_in_steps_of_whole_turns_and_joined_it_is_all_there_was() throws Exception {
        List<JsonNode> all;
        try (var hud = gateway.open("web-1")) {
            for (int i = 0; i < 260; i++) {
                hud.ask("m-" + i, "say " + i);
            }
            all = hud.activity();
        }
        try (var hud = gateway.open("web-1")) {
            var history = hud.next("history");
            assertThat(history.get("gap").booleanValue()).isTrue();
            var joined =
                    new ArrayList<>(hud.activity().subList(1, hud.activity().size()));
            assertThat(joined.size()).isLessThanOrEqualTo(1_000);
            assertThat(beginsATurn(joined.getFirst())).isTrue();
            var chat = new ArrayList<>(texts(history));
            long before = joined.getFirst().get("seq").longValue();
            boolean more = true;
            while (more) {
                int from = hud.frames.size();
                hud.send("{\"type\":\"earlier\",\"before\":%d,\"limit\":200}".formatted(before));
                var earlier = hud.next("earlier");
                var page = hud.frames.subList(from, hud.frames.size() - 1);
                assertThat(page).allMatch(frame -> frame.get("replay").booleanValue());
                assertThat(beginsATurn(page.getFirst())).isTrue();
                joined.addAll(0, page);
                chat.addAll(0, texts(earlier));
                assertThat(earlier.get("before").longValue()).isLessThan(before);
                before = earlier.get("before").longValue();
                more = earlier.get("more").booleanValue();
            }
            assertThat(before).isEqualTo(1);
            assertThat(plain(joined)).isEqualTo(all);
            assertThat(chat).hasSize(520).startsWith("say 0", "0", "say 1", "1").endsWith("say 259", "259");
            assertThat(new HashSet<>(joined)).hasSameSizeAs(joined);
            hud.send("{\"type\":\"earlier\",\"before\":1}");
            assertThat(hud.next("earlier"))
                    .isEqualTo(json("{\"type\":\"earlier\",\"messages\":[],\"before\":1,\"more\":false}"));
        }
    }

    @Test
    void a_device_watched_from_a_page_is_answered_and_so_is_the_page() throws Exception {
        try (var device = gateway.gateway().connect("desk")) {
            device.message("d-1", "say before");
            device.next("message");
            try (var hud = gateway.open("terminal-dev:local:desk")) {
                var history = hud.next("history");
                assertThat(texts(history)).containsExactly("say before", "before");
                device.message("d-2", "say after");
                assertThat(text(device.next("message"), "text")).isEqualTo("after");
                assertThat(text(hud.answered("d-2"), "text")).isEqualTo("after");
                hud.ask("w-1", "say from the page");
                assertThat(gateway.model.asked().getLast().messages()).contains(new ModelMessage.User("say before"));
                device.message("d-3", "say last");
                assertThat(text(device.next("message"), "text"))
                        .as("what the page was answered is the page's")
                        .isEqualTo("last");
            }
        }
    }

    @Test
    void a_devices_session_stays_the_devices_whoever_says_something_first() throws Exception {
        var mac = "terminal-dev:local:aa%3Abb:kitchen";
        try (var hud = gateway.open("terminal-dev:local:desk");
                var chosen = gateway.open(mac.replace("%", "%25"))) {
            assertThat(text(hud.next("connected"), "name")).isEqualTo("desk");
            hud.ask("w-1", "say from the page");
            assertThat(text(chosen.next("connected"), "name")).isEqualTo("aa:bb · kitchen");
            chosen.send("{\"type\":\"switch_agent\",\"agent\":\"titan\"}").received("agent_switch");
        }
        assertThat(sessions())
                .containsExactlyInAnyOrder("terminal-dev:local:desk chat desk", mac + " chat aa:bb · kitchen");
        HudGateway.body(gateway.ask("GET", "/api/sessions", ""))
                .get("sessions")
                .forEach(line -> assertThat(text(line, "channel")).isEqualTo("terminal-dev"));
        try (var device = gateway.gateway().connect("desk")) {
            device.message("d-1", "say hi");
            assertThat(text(device.next("message"), "text")).isEqualTo("hi");
        }
        assertThat(sessions()).contains("terminal-dev:local:desk chat desk");
    }

    @Test
    void an_id_of_a_terminal_that_is_not_there_makes_no_chat() throws Exception {
        assertThat(Device.refusal(
                        gateway.ws("/ws/session-1741995001000"),
                        Map.of("Authorization", "Bearer " + TestGateway.TOKEN)))
                .isEqualTo(404);
        assertThat(sessions()).isEmpty();
    }

    @Test
    void one_session_does_not_leak_into_another_and_nobody_comes_in_without_a_token() throws Exception {
        try (var one = gateway.open("web-1");
                var two = gateway.open("web-2")) {
            one.ask("m-1", "say private");
            two.settle();
            assertThat(two.frames.toString()).doesNotContain("private");
        }
        var upgrade = HttpRequest.newBuilder(gateway.gateway().http("/ws/web-1"));
        assertThat(gateway.gateway().send(upgrade).statusCode()).isEqualTo(401);
    }

    private static String approve(String id, boolean approved, String reason) {
        return Json.mapper()
                .createObjectNode()
                .put("type", "approve")
                .put("approval_id", id)
                .put("approved", approved)
                .put("reason", reason)
                .toString();
    }

    /** Its message, or the turn itself where the message does not fit. */
    private static boolean beginsATurn(JsonNode frame) {
        return text(frame, "subtype").equals("message") || text(frame, "event").equals("turn_start");
    }

    /** Id, kind and name of each. */
    private List<String> sessions() {
        var lines = new ArrayList<String>();
        HudGateway.body(gateway.ask("GET", "/api/sessions", ""))
                .get("sessions")
                .forEach(line ->
                        lines.add(text(line, "session_id") + " " + text(line, "kind") + " " + text(line, "name")));
        return lines;
    }
}
