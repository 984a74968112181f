package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.json.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ResultsApiTest {
    private static final String PATH = "/api/events/event-1/result";

    private final TestGateway gateway = new TestGateway();

    @Test
    void theWholeResultIsGivenWithoutTheSecretsWeKnow() {
        gateway.journal.gave(
                "event-1",
                Json.mapper().createObjectNode().put("ok", true).put("stdout", "x".repeat(100_000) + " " + OPERATOR));
        var answer = gateway.ask(TestRequest.get(PATH).bearer(gateway.tokenWith(Scope.TASK_READ)));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(text(answer)).isEqualTo("{\"ok\":true,\"stdout\":\"%s ••••\"}".formatted("x".repeat(100_000)));
    }

    @Test
    void aSecretIsMaskedWhereverAPieceOfALongResultEnds() {
        for (int before = 32 * 1024 - OPERATOR.length() - 2; before < 32 * 1024 + 2; before++) {
            var text = "x".repeat(before) + OPERATOR + "\"\\\n\u0001ü😀" + "y".repeat(40_000) + OPERATOR;
            gateway.journal.gave(
                    "event-1", Json.mapper().createObjectNode().put("ok", true).put("stdout", text));
            var answer = gateway.ask(TestRequest.get(PATH).bearer(gateway.tokenWith(Scope.TASK_READ)));
            assertThat(Json.mapper().readTree(text(answer)).path("stdout").stringValue())
                    .isEqualTo(text.replace(OPERATOR, "••••"));
        }
    }

    @Test
    void whatIsCalledAnAuthorizationIsMaskedThoughItsValueLooksLikeAnything() {
        gateway.journal.gave("event-1", (ObjectNode) Json.mapper().readTree("""
            {"ok":true,"headers":{"Proxy-Authorization":"Bearer abcdefghijkl","accept":"abcdefghijkl"},"said":"fine"}\
            """));
        var answer = gateway.ask(TestRequest.get(PATH).bearer(gateway.tokenWith(Scope.TASK_READ)));
        assertThat(text(answer))
                .doesNotContain("Bearer abcdefghijkl")
                .contains("\"Proxy-Authorization\":\"")
                .contains("••••")
                .contains("\"accept\":\"abcdefghijkl\"},\"said\":\"fine\"}");
    }

    @Test
    void anEventWithoutAResultIsNotFound() {
        assertError(gateway.ask(TestRequest.get("/api/events/other/result").bearer(OPERATOR)), 404, "not_found");
    }

    @Test
    void onlyWhoMayReadTasksReadsResults() {
        gateway.journal.gave("event-1", Json.mapper().createObjectNode().put("ok", true));
        var all = Scope.all();
        all.remove(Scope.TASK_READ);
        assertError(gateway.ask(TestRequest.get(PATH)), 401, "unauthorized");
        assertError(
                gateway.ask(TestRequest.get(PATH).bearer(gateway.tokenWith(all.toArray(Scope[]::new)))),
                403,
                "missing_scope");
    }
}
