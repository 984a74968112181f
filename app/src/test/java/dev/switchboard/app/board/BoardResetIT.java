package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.ScriptedModel;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.HashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What boards see of a session that is reset. */
class BoardResetIT {
    @TempDir
    Path folder;

    private final ScriptedModel model = ScriptedModel.echo();
    private BoardGateway gateway;
    private Board board;

    @BeforeEach
    void start() throws Exception {
        gateway = new BoardGateway(folder, model)
                .mode(ApprovalMode.ALWAYS_EXECUTE)
                .start();
        board = gateway.login();
    }

    @AfterEach
    void stop() {
        board.close();
        gateway.close();
    }

    @Test
    void a_task_under_way_is_stopped_one_that_waits_is_refused_and_their_keys_are_forgotten() throws Exception {
        var gate = new Gate();
        model.script((request, listener) -> {
            gate.pass();
            throw new AssertionError("it was not stopped");
        });
        var running = board.submit("{\"idempotency_key\":\"k1\",\"goal\":\"paint the fence\"}");
        gate.awaitSomebody();
        var session = gateway.gateway()
                .get("/api/sessions")
                .get("sessions")
                .get(0)
                .get("session_id")
                .stringValue();
        var waiting =
                board.submit("{\"idempotency_key\":\"k2\",\"goal\":\"paint the gate\",\"options\":{\"session_id\":\""
                        + session + "\"}}");

        assertThat(reset(session)).isEqualTo(200);

        // Each task is watched by itself, so its end comes when it comes.
        var ends = new HashMap<String, JsonNode>();
        while (ends.size() < 2) {
            var frame = board.next();
            var type = frame.get("type").stringValue();
            if (type.equals("task:stopped") || type.equals("task:error")) {
                ends.put(type, frame.get("payload"));
            }
        }
        assertThat(ends.get("task:stopped").get("task_id").stringValue()).isEqualTo(running);
        var refused = ends.get("task:error");
        assertThat(refused.get("task_id").stringValue()).isEqualTo(waiting);
        assertThat(refused.get("error").get("type").stringValue()).isEqualTo("reset");
        assertThat(refused.get("final").booleanValue()).isTrue();
        board.send("task:submit", "{\"idempotency_key\":\"k1\",\"goal\":\"paint the fence\"}");
        var forgotten = board.payload("task:error");
        assertThat(forgotten.get("task_id").stringValue()).isEqualTo(running);
        assertThat(forgotten.get("error").get("type").stringValue()).isEqualTo("forgotten");
        assertThat(forgotten.get("final").booleanValue()).isTrue();
        board.send(
                "task:message",
                "{\"task_id\":\"" + running
                        + "\",\"message\":{\"role\":\"user\",\"content\":\"hurry\"},\"injection_mode\":\"steer\"}");
        assertThat(board.payload("task:error").get("error").get("type").stringValue())
                .isEqualTo("task_not_found");
        board.send("task:list", "{}");
        assertThat(board.payload("task:list_response").toString()).doesNotContain("paint");
    }

    private int reset(String session) {
        return gateway.gateway()
                .send(HttpRequest.newBuilder(
                                gateway.gateway().http("/api/sessions/" + session.replace(":", "%3A") + "/reset"))
                        .header("Authorization", "Bearer " + TestGateway.TOKEN)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{}")))
                .statusCode();
    }
}
