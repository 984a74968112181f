package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.header;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import dev.switchboard.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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
    void whoReadsManyResultsAtOnceIsToldToWaitAndOthersAreServed() {
        gateway.journal.gave("event-1", Json.mapper().createObjectNode().put("ok", true));
        var greedy = gateway.tokenWith(Scope.TASK_READ);
        var begun = begin(greedy, ResultsApi.MOST_OF_ONE);

        var refused = gateway.ask(TestRequest.get(PATH).bearer(greedy));
        assertError(refused, 429, "too_many_results");
        assertThat(header(refused, "Retry-After")).isEqualTo("1");
        assertThat(gateway.ask(TestRequest.get(PATH).bearer(OPERATOR)).status()).isEqualTo(200);

        begun.getFirst().over();
        assertThat(gateway.ask(TestRequest.get(PATH).bearer(greedy)).status()).isEqualTo(200);
    }

    @Test
    void aResultThatNobodyReadsIsCutWhenItsTokenIsRevoked() {
        gateway.journal.gave("event-1", Json.mapper().createObjectNode().put("ok", true));
        var reader = gateway.tokens.given(null, Scope.TASK_READ);
        var client = new Deaf(begin(reader.secret(), 1).getFirst());
        await().untilAsserted(() -> assertThat(gateway.open.size()).isEqualTo(1));

        gateway.ask(TestRequest.delete("/api/tokens/" + reader.token().id()).bearer(OPERATOR));

        assertThat(client.isCut()).isTrue();
    }

    @Test
    void allTogetherReadOnlySoManyResultsAtOnce() {
        gateway.journal.gave("event-1", Json.mapper().createObjectNode().put("ok", true));
        var begun = new ArrayList<Response.BodyWriter>();
        while (begun.size() < ResultsApi.MOST_IN_ALL) {
            begun.addAll(begin(gateway.tokenWith(Scope.TASK_READ), ResultsApi.MOST_OF_ONE));
        }

        assertError(gateway.ask(TestRequest.get(PATH).bearer(OPERATOR)), 429, "too_many_results");
        begun.forEach(Response.BodyWriter::over);
        begun.getFirst().over(); // a second time gives nothing back
        assertThat(begin(OPERATOR, ResultsApi.MOST_OF_ONE)).hasSize(ResultsApi.MOST_OF_ONE);
        assertError(gateway.ask(TestRequest.get(PATH).bearer(OPERATOR)), 429, "too_many_results");
    }

    /** So many results that nobody has read yet. */
    private List<Response.BodyWriter> begin(String secret, int count) {
        return IntStream.range(0, count)
                .mapToObj(_ -> (Response.Streamed) gateway.router.handle(
                        TestRequest.get(PATH).bearer(secret).build()))
                .map(Response.Streamed::writer)
                .toList();
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
