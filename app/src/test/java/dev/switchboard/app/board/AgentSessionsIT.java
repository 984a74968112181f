package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.ScriptedModel;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A session that is made before anybody speaks in it, over HTTP, and given tasks by a board. */
class AgentSessionsIT {
    @TempDir
    Path folder;

    private BoardGateway gateway;

    @BeforeEach
    void start() {
        gateway = new BoardGateway(folder, ScriptedModel.echo())
                .mode(ApprovalMode.ALWAYS_EXECUTE)
                .start();
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void it_is_made_spoken_in_listed_found_renamed_and_there_after_a_restart() throws Exception {
        Files.createDirectory(gateway.workspace.resolve("garden"));
        var wish = "{\"name\":\"Garden\",\"agent\":\"other\",\"working_dir\":\"garden\",\"request_id\":\"r-1\"}";
        var made = ask("POST", "/api/sessions", wish);
        var id = made.get("session_id").stringValue();
        assertThat(id).startsWith("agent-");
        assertThat(made.get("kind").stringValue()).isEqualTo("agent");
        assertThat(made.get("agent").stringValue()).isEqualTo("other");
        assertThat(made.get("state").stringValue()).isEqualTo("IDLE");
        assertThat(ask("POST", "/api/sessions", wish)).isEqualTo(made);

        var gate = new Gate();
        gateway.other.script((request, listener) -> {
            gate.pass();
            return new ModelReply("The zinnias are wet.", null, List.of(), null, ModelReply.Finish.STOP);
        });
        try (var board = gateway.login()) {
            board.submit("{\"goal\":\"water it\",\"options\":{\"session_id\":\"%s\"}}".formatted(id));
            gate.awaitSomebody();
            assertThat(only("/api/sessions?state=AGENT_RUNNING")
                            .get("session_id")
                            .stringValue())
                    .isEqualTo(id);
            gate.open();
            board.next("task:completed");
        }
        var now = only("/api/sessions?kind=agent&state=IDLE");
        assertThat(now.get("last_text").stringValue()).isEqualTo("The zinnias are wet.");
        assertThat(now.get("last_seq").longValue())
                .isEqualTo(gateway.gateway().gateway().store().ledger().lastSeq(new SessionId(id)));
        await().untilAsserted(() -> assertThat(
                        only("/api/sessions?q=zinnias").get("name").stringValue())
                .isEqualTo("Garden"));

        assertThat(ask("PATCH", "/api/sessions/" + id, "{\"name\":\"The garden\",\"pinned\":true}")
                        .get("pinned")
                        .booleanValue())
                .isTrue();
        gateway.restart();
        var after = only("/api/sessions");
        assertThat(after.get("name").stringValue()).isEqualTo("The garden");
        assertThat(after.get("last_text").stringValue()).isEqualTo("The zinnias are wet.");
        assertThat(after.get("working_dir").stringValue())
                .isEqualTo(gateway.workspace.resolve("garden").toRealPath().toString());
    }

    @Test
    void its_calls_are_made_in_its_folder() throws Exception {
        Files.createDirectory(gateway.workspace.resolve("garden"));
        var made = ask("POST", "/api/sessions", "{\"agent\":\"other\",\"working_dir\":\"garden\"}");
        gateway.other.script((request, listener) -> request.messages().getLast() instanceof ModelMessage.ToolResult
                ? ModelReply.text("Planted.")
                : new ModelReply(
                        "",
                        null,
                        List.of(new ToolCall("c1", "exec", "{\"command\":\"echo zinnia > seeds.txt\"}")),
                        null,
                        ModelReply.Finish.TOOL_CALLS));
        try (var board = gateway.login()) {
            board.submit("{\"goal\":\"plant it\",\"options\":{\"session_id\":\"%s\"}}"
                    .formatted(made.get("session_id").stringValue()));
            board.next("task:completed");
        }
        assertThat(gateway.workspace.resolve("garden/seeds.txt")).hasContent("zinnia");
    }

    @Test
    void a_task_of_its_own_makes_a_session_named_after_its_goal() throws Exception {
        try (var board = gateway.login()) {
            board.submit("{\"goal\":\"Count the   birds\",\"options\":{\"agent\":\"other\"}}");
            board.next("task:completed");
        }
        var task = only("/api/sessions");
        assertThat(task.get("kind").stringValue()).isEqualTo("task");
        assertThat(task.get("name").stringValue()).isEqualTo("Count the birds");
        assertThat(task.get("agent").stringValue()).isEqualTo("other");
        assertThat(task.get("channel").stringValue()).isEqualTo("board");
    }

    private JsonNode only(String path) {
        var sessions = ask("GET", path, "").get("sessions");
        assertThat(sessions).as("%s", sessions).hasSize(1);
        return sessions.get(0);
    }

    private JsonNode ask(String method, String path, String body) {
        var request = HttpRequest.newBuilder(gateway.gateway().http(path))
                .header("Authorization", "Bearer " + TestGateway.TOKEN)
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        return Json.mapper().readTree(gateway.gateway().send(request).body());
    }
}
