package dev.switchboard.app.hud;

import static dev.switchboard.app.hud.Hud.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Board;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A session looks the same to who watches it, whichever dialect it lives in. */
@Timeout(120)
class DialectsIT {
    /** Nobody is asked before it, whichever channel it comes through. */
    private static final String WORDS = "look read {\"path\":\"a.txt\"}";

    @TempDir
    Path folder;

    private HudGateway gateway;

    @BeforeEach
    void start() throws Exception {
        gateway = new HudGateway(folder);
        Files.writeString(gateway.workspace.resolve("a.txt"), "hi\n");
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void a_devices_session_is_replayed() throws Exception {
        try (var device = gateway.gateway().connect("desk")) {
            device.message("m-1", WORDS);
            device.next("message");
        }
        replayed("terminal-dev:local:desk", "chat");
    }

    @Test
    void a_boards_task_is_replayed() throws Exception {
        try (var board = Board.login(gateway.ws("/api/board/ws"), TestGateway.TOKEN)) {
            board.send(
                    "task:submit",
                    Json.mapper().createObjectNode().put("goal", WORDS).toString());
            board.next("task:completed");
        }
        var sessions = HudGateway.body(gateway.ask("GET", "/api/sessions", "")).get("sessions");
        assertThat(sessions.size()).isEqualTo(1);
        replayed(text(sessions.get(0), "session_id"), "task");
    }

    @Test
    void a_webhooks_session_is_replayed() throws Exception {
        var body = Json.mapper()
                .createObjectNode()
                .put("peer_id", "ci")
                .put("message_id", "b-1")
                .put("text", WORDS);
        assertThat(gateway.gateway()
                        .post("/api/channels/hooks/webhook", body.toString())
                        .statusCode())
                .isEqualTo(200);
        replayed("hooks:local:ci", "chat");
    }

    @Test
    void a_pages_session_is_replayed() throws Exception {
        try (var hud = gateway.open("web-1")) {
            hud.ask("m-1", WORDS);
        }
        replayed("web-1", "chat");
    }

    private void replayed(String session, String kind) throws Exception {
        gateway.restart();
        try (var hud = gateway.open(session);
                var again = gateway.open(session)) {
            var connected = hud.next("connected");
            assertThat(text(connected, "kind")).isEqualTo(kind);
            assertThat(text(connected, "state")).isEqualTo("IDLE");
            var history = hud.next("history");
            again.next("history");
            assertThat(HudProtocolIT.texts(history)).hasSize(3).startsWith(WORDS, "I look.");
            assertThat(hud.activity().stream()
                            .map(frame -> frame.has("subtype") ? text(frame, "subtype") : text(frame, "event")))
                    .containsExactly(
                            "reconnect",
                            "message",
                            "turn_start",
                            "model_end",
                            "tool_start",
                            "tool_end",
                            "model_end",
                            "turn_end");
            assertThat(hud.activity().stream().skip(1))
                    .allMatch(frame -> frame.get("replay").booleanValue());
            assertThat(hud.activity().stream().skip(1).toList())
                    .isEqualTo(again.activity().stream().skip(1).toList());
            assertThat(text(hud.only("tool_end").get("result"), "text")).isEqualTo("hi\n");
            var live = hud.ask("w-1", "say and on");
            assertThat(text(live, "text")).isEqualTo("and on");
            assertThat(List.of(text(again.answered("w-1"), "text"))).containsExactly("and on");
        }
    }
}
