package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ControlApiTest {
    private static final String SESSION = "terminal-dev:local:a%2Fb";
    private static final String PATH = "/api/sessions/terminal-dev:local:a%252Fb";
    private static final String STEER = "/api/runs/run-1/messages";

    private final TestGateway gateway = new TestGateway();

    @BeforeEach
    void talk() {
        gateway.ledger.say(SESSION, "hello");
        gateway.ledger.ran(new Ledger.RunSummary(
                RememberedControls.RUN, new SessionId(SESSION), "m-1", Instant.EPOCH, null, 1, null));
    }

    @Test
    void whatRunsIsStoppedOrKilled() {
        var stopped = post(PATH + "/stop", "{}");
        assertThat(stopped.status()).isEqualTo(202);
        assertThat(text(stopped)).isEqualTo("{\"session_id\":\"terminal-dev:local:a%2Fb\",\"run_id\":\"run-1\"}");
        post(PATH + "/stop", "{\"kill\":true,\"reason\":\"enough\"}");
        assertThat(gateway.controls.done).containsExactly("stop " + SESSION + ": null", "kill " + SESSION + ": enough");
    }

    @Test
    void whereNothingRunsNothingIsStopped() {
        gateway.controls.runs = false;
        assertError(post(PATH + "/stop", "{}"), 409, "nothing_runs");
    }

    @Test
    void anotherAgentIsChosenOrHandedOverTo() {
        var chosen = post(PATH + "/agent", "{\"agent\":\"coder\"}");
        assertThat(chosen.status()).isEqualTo(200);
        assertThat(text(chosen)).isEqualTo("{\"session_id\":\"terminal-dev:local:a%2Fb\",\"agent\":\"coder\"}");
        post(PATH + "/agent", "{\"agent\":\"default\",\"handover\":true}");
        assertThat(gateway.controls.done)
                .containsExactly("switch " + SESSION + ": coder", "handover " + SESSION + ": default");
    }

    @Test
    void aRunIsSteeredOnceByEachMessage() {
        var body = "{\"message_id\":\"m-1\",\"text\":\"in French\"}";
        var taken = post(STEER, body);
        assertThat(taken.status()).isEqualTo(202);
        assertThat(text(taken)).isEqualTo("{\"run_id\":\"run-1\",\"message_id\":\"m-1\"}");
        var again = post(STEER, body);
        assertThat(again.status()).isEqualTo(200);
        assertThat(text(again)).isEqualTo("{\"run_id\":\"run-1\",\"message_id\":\"m-1\",\"duplicate\":true}");
        post(STEER, "{\"message_id\":\"m-2\",\"text\":\"and then\",\"mode\":\"followup\"}");
        assertThat(gateway.controls.done).containsExactly("steer m-1: in French", "followup m-2: and then");
    }

    @ParameterizedTest
    @EnumSource(Injection.Mode.class)
    void whoMayNotAnswerApprovalsMakesARunNoLooser(Injection.Mode mode) {
        var body = "{\"message_id\":\"%s\",\"text\":\"and this\",\"mode\":\"" + mode.wireName() + "\"}";
        var tokens = List.of(
                gateway.tokenWith(Scope.TASK_WRITE),
                gateway.tokenWith(Scope.TASK_WRITE, Scope.TASK_READ, Scope.TERMINAL_WRITE),
                gateway.tokenWith(Scope.TASK_WRITE, Scope.APPROVAL_RESPOND));
        for (int i = 0; i < tokens.size(); i++) {
            var taken = gateway.ask(
                    TestRequest.post(STEER, body.formatted("m-" + i)).bearer(tokens.get(i)));
            assertThat(taken.status()).isEqualTo(202);
        }
        assertThat(gateway.controls.injected).extracting(Injection::mayLoosen).containsExactly(false, false, true);
    }

    @Test
    void thePageShowsWhatIsSaid() throws IOException {
        var session = "terminal-dev:local:device-001";
        gateway.ledger.say(session, "hello");
        var message = "{\"message_id\":\"m-1\",\"text\":\"in French\"}";
        assertThat(Files.readString(Path.of("../docs/protocols/http.md")))
                .contains(text(post("/api/sessions/" + session + "/stop", "{}")))
                .contains(text(post("/api/sessions/" + session + "/agent", "{\"agent\":\"coder\"}")))
                .contains(message)
                .contains(text(post(STEER, message)))
                .contains(text(post(STEER, message)));
    }

    @Test
    void aRunThatThereNeverWasIsNotFoundWhateverTheBody() {
        for (var body : List.of("{\"message_id\":\"m-1\",\"text\":\"in French\"}", "[]")) {
            var answer = post("/api/runs/another/messages", body);
            assertError(answer, 404, "not_found");
            assertThat(text(answer)).contains("There is no such run.");
        }
        assertThat(gateway.controls.done).isEmpty();
    }

    @Test
    void whatDoesNotRunCannotBeSteered() {
        var body = "{\"message_id\":\"m-1\",\"text\":\"in French\"}";
        gateway.controls.runs = false;
        assertError(post(STEER, body), 409, "not_running");
    }

    @Test
    void anUnknownSessionIsNotFoundWhateverTheBody() {
        for (var body : List.of("{}", "[]")) {
            assertError(post("/api/sessions/nobody/stop", body), 404, "not_found");
            assertError(post("/api/sessions/nobody/agent", body), 404, "not_found");
        }
        assertThat(gateway.controls.done).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        stop   | {"kill":"yes"}            | The field kill of the body is not of the right type.
        stop   | []                        | The body must be one JSON object
        agent  | {}                        | agent is required: one of default, coder.
        agent  | {"agent":"code"}          | There is no agent \\"code\\". Did you mean \\"coder\\"?
        agent  | {"agent":"nobody"}        | There is no agent \\"nobody\\". Known: default, coder.
        agent  | {"agent":7}               | The field agent of the body is not of the right type.
        """)
    void aBadBodyForASessionIsSaidInWords(String what, String body, String sentence) {
        var answer = post(PATH + "/" + what, body);
        assertError(answer, 400, "invalid");
        assertThat(text(answer)).contains(sentence);
        assertThat(gateway.controls.done).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"text":"x"}                                     | message_id is required: 1 to 128 characters
        {"message_id":" ","text":"x"}                    | message_id is required: 1 to 128 characters
        {"message_id":"m-1"}                             | text is required: 1 to 20,000 characters.
        {"message_id":"m-1","text":" "}                  | text is required: 1 to 20,000 characters.
        {"message_id":"m-1","text":"x","mode":"stear"}   | There is no mode \\"stear\\". Did you mean \\"steer\\"?
        {"message_id":"m-1","text":"x","mode":"loudly"}  | There is no mode \\"loudly\\". Known: steer, followup, collect.
        """)
    void aBadMessageForARunIsSaidInWords(String body, String sentence) {
        var answer = post(STEER, body);
        assertError(answer, 400, "invalid");
        assertThat(text(answer)).contains(sentence);
        assertThat(gateway.controls.done).isEmpty();
    }

    @Test
    void textsHaveTheirBounds() {
        assertError(post(PATH + "/stop", "{\"reason\":\"%s\"}".formatted("x".repeat(1_001))), 400, "invalid");
        assertError(message("m".repeat(129), "x"), 400, "invalid");
        assertError(message("m-1", "x".repeat(20_001)), 400, "invalid");
        assertThat(message("m".repeat(128), "x".repeat(20_000)).status()).isEqualTo(202);
    }

    @Test
    void onlyWhoMayWriteTasksDoesAnyOfThis() {
        var all = Scope.all();
        all.remove(Scope.TASK_WRITE);
        var others = gateway.tokenWith(all.toArray(Scope[]::new));
        for (var path : List.of(PATH + "/stop", PATH + "/agent", STEER)) {
            var body = "{\"agent\":\"coder\",\"message_id\":\"m-1\",\"text\":\"x\"}";
            assertError(gateway.ask(TestRequest.post(path, body)), 401, "unauthorized");
            assertError(gateway.ask(TestRequest.post(path, body).bearer(others)), 403, "missing_scope");
            var writer = gateway.tokenWith(Scope.TASK_WRITE);
            assertThat(gateway.ask(TestRequest.post(path, body).bearer(writer)).status())
                    .isBetween(200, 202);
        }
        assertThat(gateway.controls.done).hasSize(3);
    }

    private Response.Full message(String id, String text) {
        return post(STEER, "{\"message_id\":\"%s\",\"text\":\"%s\"}".formatted(id, text));
    }

    private Response.Full post(String target, String body) {
        return gateway.ask(TestRequest.post(target, body).bearer(OPERATOR));
    }
}
