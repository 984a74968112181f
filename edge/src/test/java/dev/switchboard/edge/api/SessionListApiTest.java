package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.json;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.SessionState;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class SessionListApiTest {
    private final TestGateway gateway = new TestGateway();

    @TempDir
    Path folder;

    @Test
    void aSessionIsShownInOneShapeWhereverItIs() throws IOException {
        var garden = new Session(
                new SessionId("agent-1780315200000"),
                SessionKind.AGENT,
                "The garden",
                "coder",
                null,
                "/home/anna/switchboard/garden",
                null,
                MemorySessions.MADE,
                Instant.parse("2026-06-01T12:00:00.123456789Z"),
                17,
                "May I water the tomatoes?",
                SessionState.WAITING_APPROVAL,
                true,
                false,
                0,
                0);
        gateway.sessions.put(garden);
        var listed = json(get("/api/sessions")).path("sessions").path(1);

        assertThat(listed).isEqualTo(golden("session"));
        assertThat(Files.readString(Path.of("../docs/protocols/http.md"))).contains("{\"sessions\":[" + listed + "]}");
        assertThat(json(patch(garden.id().value(), "{}"))).isEqualTo(golden("session"));
        var chat = new Session(
                new SessionId("terminal-dev:local:device-001"),
                SessionKind.CHAT,
                "device-001",
                null,
                "terminal-dev",
                null,
                null,
                MemorySessions.MADE,
                MemorySessions.MADE,
                0,
                null,
                SessionState.IDLE,
                false,
                false,
                0,
                0);
        gateway.sessions.put(chat);
        assertThat(json(patch(chat.id().value(), "{}"))).isEqualTo(golden("session-chat"));
    }

    @Test
    void aPageSaysWhereTheNextOneBegins() {
        gateway.sessions.put("one", SessionKind.CHAT);
        var page = json(get("/api/sessions?limit=1"));
        assertThat(page.path("sessions").size()).isEqualTo(1);
        assertThat(page.path("next").stringValue()).isEqualTo("cursor");
        assertThat(json(get("/api/sessions")).has("next")).isFalse();
    }

    @Test
    void whatIsAskedForIsPassedOn() {
        get("/api/sessions?kind=task&state=AGENT_RUNNING&q=two%20words&archived=true&before=c.1&limit=7");
        assertThat(gateway.sessions.wanted)
                .isEqualTo(new Sessions.Wanted(
                        Set.of(SessionKind.TASK), SessionState.AGENT_RUNNING, "two words", true, "c.1", 7));
        get("/api/sessions");
        assertThat(gateway.sessions.wanted)
                .isEqualTo(new Sessions.Wanted(EnumSet.allOf(SessionKind.class), null, null, false, null, 100));
    }

    @ParameterizedTest
    @CsvSource({
        "kind=chatt, Did you mean \"chat\"?",
        "state=idle, There is no state",
        "archived=yes, archived must be true or false.",
        "limit=0, limit must be"
    })
    void whatMeansNothingIsSaidInWords(String query, String words) {
        var answer = get("/api/sessions?" + query);
        assertError(answer, 400, "invalid");
        assertThat(json(answer).path("error").path("message").stringValue()).contains(words);
    }

    @Test
    void anAgentsSessionIsMadeAndTheSameRequestMakesItOnce() {
        var made = post("{\"name\":\"Plans\",\"agent\":\"coder\",\"request_id\":\"r-1\"}");
        assertThat(made.status()).isEqualTo(201);
        var session = json(made);
        assertThat(session.path("kind").stringValue()).isEqualTo("agent");
        assertThat(session.path("name").stringValue()).isEqualTo("Plans");
        assertThat(session.path("agent").stringValue()).isEqualTo("coder");
        assertThat(json(post("{\"name\":\"Plans\",\"agent\":\"coder\",\"request_id\":\"r-1\"}")))
                .isEqualTo(session);
        var plain = json(post("{}"));
        assertThat(plain.path("session_id")).isNotEqualTo(session.path("session_id"));
        assertThat(plain.path("name").stringValue()).isEqualTo("New session");
        assertThat(plain.path("agent").stringValue()).isEqualTo("default");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"agent\":\"codr\"} | Did you mean \"coder\"?",
                "{\"name\":\" \"} | name must have",
                "{\"request_id\":\"\"} | request_id must have",
                "{\"working_dir\":\"missing\"} | there is no such folder",
                "{\"working_dir\":\"..\"} | must be a folder of the agent's workspace",
                "{\"working_dir\":\"/\"} | must be a folder of the agent's workspace",
                "{\"working_dir\":\"way-out\"} | must be a folder of the agent's workspace",
                "{\"working_dir\":\"file.txt\"} | must be a folder of the agent's workspace",
                "{\"name\":5} | The field name"
            })
    void aSessionThatCannotBeIsNotMade(String body, String words) throws IOException {
        gateway.sessions.workspace = Files.createDirectory(folder.resolve("workspace"));
        Files.createSymbolicLink(gateway.sessions.workspace.resolve("way-out"), folder);
        Files.writeString(gateway.sessions.workspace.resolve("file.txt"), "");
        var answer = post(body);
        assertError(answer, 400, "invalid");
        assertThat(json(answer).path("error").path("message").stringValue()).contains(words);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aWorkingFolderLiesInTheWorkspace(boolean absolute) throws IOException {
        gateway.sessions.workspace = Files.createDirectory(folder.resolve("workspace"));
        var garden = Files.createDirectory(gateway.sessions.workspace.resolve("garden"));
        var answer = post(Json.mapper()
                .writeValueAsString(
                        Json.mapper().createObjectNode().put("working_dir", absolute ? garden.toString() : "garden")));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(json(answer).path("working_dir").stringValue())
                .isEqualTo(garden.toRealPath().toString());
    }

    @Test
    void aSessionIsRenamedPinnedAndPutAway() {
        gateway.sessions.put("one", SessionKind.CHAT);
        assertThat(json(patch("one", "{\"name\":\"Mine\",\"pinned\":true}"))
                        .path("name")
                        .stringValue())
                .isEqualTo("Mine");
        var session = json(patch("one", "{\"archived\":true}"));
        assertThat(session.path("pinned").booleanValue()).isTrue();
        assertThat(session.path("archived").booleanValue()).isTrue();
        assertError(patch("one", "{\"name\":\"\"}"), 400, "invalid");
        assertError(patch("nobody", "{}"), 404, "not_found");
    }

    @Test
    void aListShowsWhatTheScopesAllow() {
        for (var kind : SessionKind.values()) {
            gateway.sessions.put("of-" + kind.wireName(), kind);
        }
        assertThat(listedWith(Scope.TASK_READ))
                .contains("of-agent", "of-chat", "of-task")
                .doesNotContain("of-headless");
        assertThat(listedWith(Scope.TERMINAL_READ))
                .contains("of-headless", "of-terminal")
                .doesNotContain("of-agent", "of-chat", "of-task");
        assertThat(listedWith(Scope.TASK_READ, Scope.TERMINAL_READ)).contains("of-agent", "of-terminal");
        var blind =
                gateway.tokenWith(Scope.TASK_WRITE, Scope.TERMINAL_WRITE, Scope.STATUS_READ, Scope.APPROVAL_RESPOND);
        assertError(gateway.ask(TestRequest.get("/api/sessions").bearer(blind)), 403, "missing_scope");
    }

    private String listedWith(Scope... scopes) {
        return text(gateway.ask(TestRequest.get("/api/sessions").bearer(gateway.tokenWith(scopes))));
    }

    private Response.Full get(String target) {
        return gateway.ask(TestRequest.get(target).bearer(OPERATOR));
    }

    private Response.Full post(String body) {
        return gateway.ask(TestRequest.post("/api/sessions", body).bearer(OPERATOR));
    }

    private Response.Full patch(String session, String body) {
        return gateway.ask(TestRequest.of("PATCH", "/api/sessions/" + session)
                .header("Content-Type", "application/json")
                .body(body)
                .bearer(OPERATOR));
    }

    private static JsonNode golden(String name) throws IOException {
        try (var file = SessionListApiTest.class.getResourceAsStream("/golden/http/" + name + ".json")) {
            return Json.mapper().readTree(file);
        }
    }
}
