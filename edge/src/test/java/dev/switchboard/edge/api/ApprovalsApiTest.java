package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.json;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ApprovalsApiTest {
    private static final RunEvent.By SELF = new RunEvent.By("operator", null);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final TestGateway gateway = new TestGateway();

    @Test
    void whatWaitsIsListedWithTheCompleteCall() {
        ask("approval-1");
        assertThat(text(get("/api/approvals")))
                .isEqualTo("{\"approvals\":[{\"approval_id\":\"approval-1\","
                        + "\"session_id\":\"terminal-dev:local:device-001\",\"run_id\":\"run-1\",\"tool_call\":{"
                        + "\"id\":\"call_1\",\"name\":\"exec\",\"arguments\":{\"command\":\"npm test\","
                        + "\"cwd\":\"my-project\"}},\"effect\":\"execute\","
                        + "\"reason\":\"It runs something on this machine.\","
                        + "\"expires_at\":\"2026-06-01T12:05:00Z\"}]}");
    }

    @Test
    void thePageShowsWhatIsSaid() throws IOException {
        var page = Files.readString(Path.of("../docs/protocols/http.md"));
        ask("approval-1");
        ask("approval-2");
        answer("approval-2", "{\"approved\":true}");
        assertThat(page)
                .contains(text(get("/api/approvals")))
                .contains(text(answer("approval-2", "{\"approved\":true}")));
        ask("approval-2");
        assertThat(page).contains(text(answer("approval-2", "{\"approved\":false,\"reason\":\"not on a Friday\"}")));
    }

    @Test
    void pagesFollowEachOtherOldestFirstWhateverIsAnsweredMeanwhile() {
        for (int i = 1; i <= 5; i++) {
            ask("approval-" + i);
        }
        var first = json(get("/api/approvals?limit=2"));
        assertThat(ids(first)).containsExactly("approval-1", "approval-2");
        answer("approval-2", "{\"approved\":true}");
        answer("approval-4", "{\"approved\":true}");

        var second =
                json(get("/api/approvals?limit=2&after=" + first.get("next").stringValue()));
        assertThat(ids(second)).containsExactly("approval-3", "approval-5");
        assertThat(second.has("next")).isFalse();
    }

    @Test
    void aPageThatNobodyGaveIsRefusedInWords() {
        assertError(get("/api/approvals?after=nothing"), 400, "invalid");
        assertError(get("/api/approvals?limit=501"), 400, "invalid");
    }

    private static List<String> ids(JsonNode page) {
        return page.get("approvals")
                .valueStream()
                .map(approval -> approval.get("approval_id").stringValue())
                .toList();
    }

    @Test
    void nothingThatWaitsIsAnEmptyList() {
        assertThat(text(get("/api/approvals"))).isEqualTo("{\"approvals\":[]}");
    }

    @Test
    void anAnswerIsRepeatedAndTheQuestionIsGone() {
        ask("approval-1");
        ask("approval-2");
        var allowed = answer("approval-1", "{\"approved\":true}");
        assertThat(allowed.status()).isEqualTo(200);
        assertThat(text(allowed)).isEqualTo("{\"approval_id\":\"approval-1\",\"approved\":true}");
        var refused = answer("approval-2", "{\"approved\":false,\"reason\":\"not on a Friday\"}");
        assertThat(text(refused))
                .isEqualTo("{\"approval_id\":\"approval-2\",\"approved\":false,\"reason\":\"not on a Friday\"}");
        assertThat(json(get("/api/approvals")).path("approvals").size()).isZero();
        assertThat(gateway.journal.approval("approval-2").orElseThrow().decision())
                .isEqualTo(new Decision(false, "not on a Friday", null, SELF));
    }

    @Test
    void whatABrowserAnswersItAnswersUnderItsOwnName() {
        ask("approval-1");
        ask("approval-2");
        var browser = BrowsersApiTest.signIn(gateway, OPERATOR, "192.0.2.7");
        var name = gateway.browsers.list().getFirst().name();

        gateway.ask(browser.with(TestRequest.post("/api/approvals/approval-1", "{\"approved\":true}")));
        gateway.ask(browser.with(TestRequest.of("PATCH", "/api/browsers/b-1")
                .header("Content-Type", "application/json")
                .body("{\"name\":\"Kitchen\"}")));
        gateway.ask(browser.with(TestRequest.post("/api/approvals/approval-2", "{\"approved\":true}")));

        assertThat(by("approval-1")).isEqualTo(new RunEvent.By(name, null)).isNotEqualTo(SELF);
        assertThat(by("approval-2")).isEqualTo(new RunEvent.By("Kitchen", null));
    }

    private RunEvent.@Nullable By by(String id) {
        var decision = gateway.journal.approval(id).orElseThrow().decision();
        return decision == null ? null : decision.by();
    }

    @ParameterizedTest
    @CsvSource({"true,allowed", "false,refused"})
    void aSecondAnswerLearnsWhatTheFirstOneWas(boolean first, String word) {
        ask("approval-1");
        answer("approval-1", "{\"approved\":%s}".formatted(first));
        var second = answer("approval-1", "{\"approved\":%s}".formatted(!first));
        assertError(second, 409, "already_answered");
        assertThat(text(second)).contains("already " + word);
        assertThat(gateway.journal.approval("approval-1").orElseThrow().decision())
                .isEqualTo(new Decision(first, null, null, SELF));
    }

    @Test
    void anAnswerAfterTheTimeIsNone() {
        ask("approval-1");
        gateway.clock.pass(PATIENCE);
        assertThat(json(get("/api/approvals")).path("approvals").size()).isZero();
        assertError(answer("approval-1", "{\"approved\":true}"), 409, "approval_timeout");
    }

    @Test
    void aStoppedRunNeedsNoAnswer() {
        ask("approval-1", Decision.none("The run was stopped.", Decision.STOPPED));
        var late = answer("approval-1", "{\"approved\":true}");
        assertError(late, 409, "already_answered");
        assertThat(text(late)).contains("The run that asked was stopped.");
    }

    @Test
    void whatWasNeverAskedIsNotFound() {
        assertError(answer("nothing", "{\"approved\":true}"), 404, "not_found");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}                                | approved is required: true or false.
        {"approved":null}                 | approved is required: true or false.
        {"approved":"yes"}                | The field approved of the body is not of the right type.
        {"approved":1}                    | The field approved of the body is not of the right type.
        {"approved":true,"reason":5}      | The field reason of the body is not of the right type.
        []                                | The body must be one JSON object
        null                              | The body must be a JSON object.
        {"approved":tru                   | The body must be one JSON object
        """)
    void aBadBodyIsSaidInWordsAndAnswersNothing(String body, String sentence) {
        ask("approval-1");
        var answer = answer("approval-1", body);
        assertError(answer, 400, "invalid");
        assertThat(text(answer)).contains(sentence);
        assertThat(json(get("/api/approvals")).path("approvals").size()).isOne();
    }

    @Test
    void aReasonHasItsBounds() {
        ask("approval-1");
        var body = "{\"approved\":false,\"reason\":\"%s\"}";
        var tooLong = answer("approval-1", body.formatted("x".repeat(1_001)));
        assertError(tooLong, 400, "invalid");
        assertThat(text(tooLong)).contains("reason may have at most 1,000 characters.");
        assertThat(answer("approval-1", body.formatted("x".repeat(1_000))).status())
                .isEqualTo(200);
    }

    @Test
    void onlyTheScopeForItAnswersAndOnlyItSees() {
        ask("approval-1");
        var all = Scope.all();
        all.remove(Scope.APPROVAL_RESPOND);
        var others = gateway.tokenWith(all.toArray(Scope[]::new));
        assertError(gateway.ask(TestRequest.get("/api/approvals").bearer(others)), 403, "missing_scope");
        assertError(
                gateway.ask(TestRequest.post("/api/approvals/approval-1", "{\"approved\":true}")
                        .bearer(others)),
                403,
                "missing_scope");
        assertError(
                gateway.ask(TestRequest.post("/api/approvals/approval-1", "{\"approved\":true}")), 401, "unauthorized");
        assertThat(gateway.journal.approval("approval-1").orElseThrow().decision())
                .isNull();

        var responder = gateway.tokenWith(Scope.APPROVAL_RESPOND);
        assertThat(gateway.ask(TestRequest.post("/api/approvals/approval-1", "{\"approved\":true}")
                                .bearer(responder))
                        .status())
                .isEqualTo(200);
    }

    private void ask(String id) {
        ask(id, null);
    }

    private void ask(String id, @Nullable Decision decision) {
        gateway.journal.asked(new Approval(
                id,
                new SessionId("terminal-dev:local:device-001"),
                new RunId("run-1"),
                1,
                0,
                "call_1",
                "turn-1",
                "exec",
                Json.mapper().createObjectNode().put("command", "npm test").put("cwd", "my-project"),
                Effect.EXECUTE,
                "It runs something on this machine.",
                gateway.clock.instant().plus(PATIENCE),
                decision,
                null));
    }

    private Response.Full answer(String id, String body) {
        return gateway.ask(TestRequest.post("/api/approvals/" + id, body).bearer(OPERATOR));
    }

    private Response.Full get(String target) {
        return gateway.ask(TestRequest.get(target).bearer(OPERATOR));
    }
}
