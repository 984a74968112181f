package dev.switchboard.app.hud;

import static dev.switchboard.app.hud.Hud.text;
import static dev.switchboard.app.hud.HudProtocolIT.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions.NewSession;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.Gate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What there is, then what changes, to whom it may be shown. */
@Timeout(120)
class LobbyIT {
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
    void first_who_it_is_then_one_snapshot_of_what_there_is_then_nothing_until_something_changes() throws Exception {
        var old = gateway.made("old");
        var young = gateway.made("young");
        try (var device = gateway.gateway().connect("desk")) {
            device.message("m-1", "say hi");
            device.next("message");
            try (var lobby = lobby()) {
                var snapshot = lobby.next("sessions");
                lobby.settle();
                assertThat(lobby.frames.stream().map(Hud::type)).containsExactly("connected", "sessions", "pong");
                assertThat(text(lobby.frames.getFirst(), "version")).isEqualTo("test");
                assertThat(ids(snapshot)).as("the newest first").containsExactly("terminal-dev:local:desk", young, old);
                assertThat(snapshot.get("sessions").get(0).toString())
                        .contains("\"kind\":\"chat\"", "\"agent\":\"default\"", "\"state\":\"IDLE\"");
                assertThat(snapshot.get("agents").toString()).contains("default", "titan", "careful");
                assertThat(snapshot.get("approvals").size()).isZero();
                var there = snapshot.get("devices").get(0);
                assertThat(text(there, "channel_id")).isEqualTo("terminal-dev");
                assertThat(text(there, "peer_id")).isEqualTo("desk");
            }
        }
    }

    @Test
    void every_kind_of_session_appears_changes_and_goes() throws Exception {
        try (var lobby = lobby()) {
            lobby.next("sessions");
            var id = gateway.made("one");
            assertThat(text(lobby.next(session(id)), "kind")).isEqualTo("agent");
            gateway.ask("PATCH", "/api/sessions/" + id, "{\"name\":\"two\",\"pinned\":true}");
            var changed = lobby.next(session(id, line -> text(line, "name").equals("two")));
            assertThat(changed.get("pinned").booleanValue()).isTrue();
            gateway.ask("PATCH", "/api/sessions/" + id, "{\"archived\":true}");
            lobby.next(session(id, line -> line.path("archived").asBoolean(false)));
            gateway.ask("DELETE", "/api/sessions/" + id, "");
            assertThat(lobby.next(session(id, line -> line.path("removed").asBoolean(false))))
                    .isEqualTo(json("{\"type\":\"session\",\"session_id\":\"%s\",\"removed\":true}".formatted(id)));
            var shell = made(SessionKind.TERMINAL, "shell");
            assertThat(text(lobby.next(session(shell)), "kind")).isEqualTo("terminal");
            try (var hud = gateway.open("web-1")) {
                hud.ask("m-1", "say hi");
                var line = lobby.next(
                        session("web-1", one -> text(one, "last_text").equals("hi")));
                assertThat(text(line, "name")).isEqualTo("say hi");
            }
            try (var board = Board.login(gateway.ws("/api/board/ws"), TestGateway.TOKEN)) {
                board.submit("{\"goal\":\"say a task\"}");
                lobby.next(frame -> text(frame, "kind").equals("task"));
            }
            assertThat(gateway.gateway()
                            .post(
                                    "/api/channels/hooks/webhook",
                                    "{\"peer_id\":\"ci\",\"message_id\":\"b-1\",\"text\":\"say b\"}")
                            .statusCode())
                    .isEqualTo(200);
            lobby.next(session("hooks:local:ci"));
        }
    }

    @Test
    void states_and_the_approval_beside_them() throws Exception {
        try (var lobby = lobby();
                var hud = gateway.open("web-ask")) {
            lobby.next("sessions");
            hud.send("{\"type\":\"switch_agent\",\"agent\":\"careful\"}");
            hud.say("m-1", "tool exec {\"command\":\"echo asked\"}");
            var asked = lobby.next("approval");
            assertThat(text(asked, "session_id")).isEqualTo("web-ask");
            assertThat(asked.get("tool_call").get("arguments")).isEqualTo(json("{\"command\":\"echo asked\"}"));
            lobby.next(session("web-ask", line -> text(line, "state").equals("WAITING_APPROVAL")));
            try (var late = lobby()) {
                var snapshot = late.next("sessions");
                assertThat(text(snapshot.get("approvals").get(0), "approval_id"))
                        .isEqualTo(text(asked, "approval_id"));
                assertThat(text(snapshot.get("sessions").get(0), "state")).isEqualTo("WAITING_APPROVAL");
                late.send("{\"type\":\"approve\",\"approval_id\":%s,\"approved\":false,\"reason\":\"from the lobby\"}"
                        .formatted(asked.get("approval_id")));
                for (var one : List.of(lobby, late)) {
                    var resolved = one.next("approval_resolved");
                    assertThat(resolved.get("approved").booleanValue()).isFalse();
                    assertThat(text(resolved, "reason")).isEqualTo("from the lobby");
                    assertThat(text(resolved.get("by"), "name")).isEqualTo("operator");
                    one.next(session("web-ask", line -> text(line, "state").equals("IDLE")));
                }
                late.send("{\"type\":\"approve\",\"approval_id\":%s,\"approved\":true}"
                        .formatted(asked.get("approval_id")));
                assertThat(text(late.next("error"), "code")).isEqualTo("already_answered");
            }
            assertThat(text(hud.answered("m-1"), "text")).contains("from the lobby");
        }
    }

    @Test
    void devices_come_and_go_and_agents_are_told() throws Exception {
        var gate = new Gate();
        gateway.model.script((_, _) -> {
            gate.pass();
            return ModelReply.text("done");
        });
        try (var lobby = lobby()) {
            lobby.next("sessions");
            try (var device = Device.open(gateway.gateway().channel("terminal-dev"))) {
                device.send("{\"type\":\"connect\",\"peer_id\":\"desk\",\"device_name\":\"kitchen\"}");
                var came = lobby.next("device");
                assertThat(text(came, "device_name")).isEqualTo("kitchen");
                assertThat(text(came, "peer_id")).isEqualTo("desk");
                assertThat(came.has("removed")).isFalse();
                device.next("connected");
                device.message("m-1", "go");
                lobby.next(frame ->
                        Hud.type(frame).equals("agent") && text(frame, "status").equals("running"));
                gate.open();
                lobby.next(frame ->
                        Hud.type(frame).equals("agent") && text(frame, "status").equals("idle"));
            }
            var left = lobby.next("device");
            assertThat(left.get("removed").booleanValue()).isTrue();
            try (var late = lobby()) {
                assertThat(late.next("sessions").get("devices").size()).isZero();
            }
        }
    }

    @Test
    void only_what_the_scopes_allow_in_the_snapshot_and_after_it() throws Exception {
        var hidden = gateway.made("secret-name");
        var shell = made(SessionKind.TERMINAL, "secret-shell");
        assertThat(refusal("\"task:write\",\"terminal:write\"")).isEqualTo(403);
        try (var status = gateway.lobby(gateway.token("\"status:read\""));
                var tasks = gateway.lobby(gateway.token("\"task:read\""));
                var terminals = gateway.lobby(gateway.token("\"terminal:read\""));
                var answering = gateway.lobby(gateway.token("\"approval:respond\""));
                var hud = gateway.open("web-scope")) {
            assertThat(ids(tasks.next("sessions"))).containsExactly(hidden);
            assertThat(ids(terminals.next("sessions"))).containsExactly(shell);
            assertThat(status.next("sessions").get("agents").size()).isEqualTo(3);
            answering.next("sessions");
            hud.send("{\"type\":\"switch_agent\",\"agent\":\"careful\"}");
            hud.say("m-1", "tool exec {\"command\":\"echo secret-command\"}");
            var asked = answering.next("approval");
            tasks.next(session("web-scope"));
            var another = made(SessionKind.HEADLESS, "secret-program");
            terminals.next(session(another));
            tasks.send(
                    "{\"type\":\"approve\",\"approval_id\":%s,\"approved\":true}".formatted(asked.get("approval_id")));
            assertThat(text(tasks.next("error"), "code")).isEqualTo("forbidden");
            for (var one : List.of(status, tasks, terminals, answering)) {
                one.settle();
            }
            assertThat(status.frames.toString()).doesNotContain("secret-");
            assertThat(tasks.frames.toString()).doesNotContain("secret-command", "secret-shell", "secret-program");
            assertThat(tasks.frames.get(1).get("agents").size()).isZero();
            assertThat(terminals.frames.toString()).doesNotContain("secret-name", "secret-command", "web-scope");
            assertThat(answering.frames.get(1).get("sessions").size()).isZero();
            assertThat(answering.of("session")).isEmpty();
        }
    }

    @Test
    void coming_back_gives_the_snapshot_again_also_after_a_restart() throws Exception {
        var id = gateway.made("before");
        try (var lobby = lobby()) {
            lobby.next("sessions");
            lobby.cut();
        }
        gateway.ask("PATCH", "/api/sessions/" + id, "{\"name\":\"while away\"}");
        try (var lobby = lobby()) {
            assertThat(lobby.next("sessions").toString()).contains("while away");
            gateway.restart();
            assertThat(lobby.closeCode()).isEqualTo(1001);
        }
        try (var lobby = lobby()) {
            assertThat(lobby.next("sessions").toString()).contains("while away");
        }
    }

    @Test
    void the_newest_what_is_pinned_and_what_waits_are_in_the_snapshot_each_once() throws Exception {
        var pinned = gateway.made("pinned");
        gateway.ask("PATCH", "/api/sessions/" + pinned, "{\"pinned\":true}");
        var away = gateway.made("put away");
        gateway.ask("PATCH", "/api/sessions/" + away, "{\"archived\":true}");
        var plain = gateway.made("old and plain");
        try (var hud = gateway.open("web-waits")) {
            hud.send("{\"type\":\"switch_agent\",\"agent\":\"careful\"}");
            hud.say("m-1", "tool exec {\"command\":\"echo asked\"}");
            hud.next("approval");
            var newest = new ArrayList<String>();
            for (int i = 0; i < 250; i++) {
                newest.addFirst(gateway.made("s" + i));
            }
            try (var lobby = lobby()) {
                assertThat(ids(lobby.next("sessions")))
                        .doesNotHaveDuplicates()
                        .doesNotContain(plain, away)
                        .containsSubsequence(newest)
                        .hasSize(252)
                        .endsWith("web-waits", pinned);
            }
        }
    }

    @Test
    void many_large_questions_still_leave_a_snapshot_that_can_be_sent() throws Exception {
        var huds = new ArrayList<Hud>();
        try {
            for (int i = 0; i < 12; i++) {
                var hud = gateway.open("web-" + i);
                huds.add(hud);
                hud.send("{\"type\":\"switch_agent\",\"agent\":\"careful\"}");
                hud.say("m-1", "tool exec {\"command\":\"echo %s\"}".formatted("x".repeat(120_000)));
                hud.next("approval");
            }
            try (var lobby = lobby()) {
                var snapshot = lobby.next("sessions");
                assertThat(snapshot.get("approvals").size()).isPositive();
                assertThat(snapshot.toString().length()).isLessThan(700_000);
                assertThat(snapshot.get("sessions").size()).isEqualTo(12);
                lobby.settle();
            }
        } finally {
            huds.forEach(Hud::close);
        }
    }

    @Test
    void a_question_too_large_for_the_lobby_is_left_to_its_session() throws Exception {
        var command = "echo " + "x".repeat(199_900);
        try (var lobby = lobby();
                var hud = gateway.open("web-large")) {
            lobby.next("sessions");
            hud.send("{\"type\":\"switch_agent\",\"agent\":\"careful\"}");
            hud.say("m-1", "tool exec {\"command\":\"%s\"}".formatted(command));
            assertThat(text(hud.next("approval").get("tool_call").get("arguments"), "command"))
                    .isEqualTo(command);
            lobby.next(session("web-large", line -> text(line, "state").equals("WAITING_APPROVAL")));
            lobby.settle();
            assertThat(lobby.of("approval")).isEmpty();
            try (var late = lobby()) {
                var snapshot = late.next("sessions");
                assertThat(snapshot.get("approvals").size()).isZero();
                assertThat(text(snapshot.get("sessions").get(0), "state")).isEqualTo("WAITING_APPROVAL");
            }
            assertThat(gateway.ask("GET", "/api/approvals", "").body()).contains(command);
        }
    }

    private Hud lobby() {
        return gateway.lobby(TestGateway.TOKEN);
    }

    private int refusal(String scopes) {
        return Device.refusal(gateway.ws("/ws"), Map.of("Authorization", "Bearer " + gateway.token(scopes)));
    }

    private String made(SessionKind kind, String name) {
        return gateway.gateway()
                .gateway()
                .store()
                .sessions()
                .create(new NewSession(kind, name, null, null, null, null))
                .id()
                .value();
    }

    private static Predicate<JsonNode> session(String id) {
        return session(id, _ -> true);
    }

    private static Predicate<JsonNode> session(String id, Predicate<JsonNode> more) {
        return frame ->
                Hud.type(frame).equals("session") && text(frame, "session_id").equals(id) && more.test(frame);
    }

    private static List<String> ids(JsonNode snapshot) {
        var ids = new ArrayList<String>();
        snapshot.get("sessions").forEach(line -> ids.add(text(line, "session_id")));
        return ids;
    }
}
