package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.json;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokensApiTest {
    private final TestGateway gateway = new TestGateway();

    @Test
    void aTokenIsMadeAndItsSecretShownOnce() {
        var made = create(
                OPERATOR,
                "{\"name\":\" board"
                        + " \",\"scopes\":[\"task:read\",\"task:write\"],\"expires_at\":\"2026-07-01T00:00:00Z\"}");
        assertThat(made.status()).isEqualTo(201);
        var secret = json(made).path("secret").asString();
        var token = json(made).path("token");
        assertThat(token.toString())
                .isEqualTo("{\"token_id\":\"t-2\",\"name\":\"board\",\"scopes\":[\"task:read\",\"task:write\"],"
                        + "\"created_at\":\"2026-06-01T12:00:00Z\",\"expires_at\":\"2026-07-01T00:00:00Z\"}");
        assertThat(gateway.ask(TestRequest.get("/api/sessions").bearer(secret)).status())
                .isEqualTo(200);

        var list = gateway.ask(TestRequest.get("/api/tokens").bearer(OPERATOR));
        assertThat(json(list).path("tokens").size()).isEqualTo(2);
        assertThat(text(list)).doesNotContain(secret, OPERATOR, "secret");
        assertThat(json(list)
                        .path("tokens")
                        .valueStream()
                        .filter(line -> line.path("own").asBoolean(false))
                        .map(line -> line.path("token_id").asString()))
                .as("the one this was asked with")
                .containsExactly("t-1");
    }

    @Test
    void nobodyGrantsMoreThanTheyHave() {
        var clerk = gateway.tokenWith(Scope.ADMIN, Scope.STATUS_READ);
        var made = create(clerk, "{\"name\":\"n\",\"scopes\":[\"status:read\",\"terminal:write\"]}");
        assertThat(json(made).path("token").path("scopes").toString()).isEqualTo("[\"status:read\"]");
        assertError(create(clerk, "{\"name\":\"n\",\"scopes\":[\"terminal:write\"]}"), 400, "invalid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"expires_at\":\"2027-01-01T00:00:00Z\""})
    void nobodyGrantsForLongerThanTheyHave(String expiry) {
        var end = gateway.clock.instant().plusSeconds(3600);
        var clerk = gateway.tokens.given(end, Scope.ADMIN).secret();
        var made = create(clerk, "{\"name\":\"n\",\"scopes\":[\"admin\"]" + expiry + "}");
        assertThat(json(made).path("token").path("expires_at").asString()).isEqualTo(end.toString());
    }

    @ParameterizedTest
    @CsvSource({"task:reed, task:read", "tasks:write, task:write", "Admin, admin", "terminal-read, terminal:read"})
    void anUnknownScopeIsAnsweredWithTheNearest(String wrong, String nearest) {
        var answer = create(OPERATOR, "{\"name\":\"n\",\"scopes\":[\"%s\"]}".formatted(wrong));
        assertError(answer, 400, "invalid");
        assertThat(text(answer)).contains(wrong, "Did you mean " + nearest + "?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"name\":\"\",\"scopes\":[\"admin\"]}",
                "{\"name\":\"a\\u0007b\",\"scopes\":[\"admin\"]}",
                "{\"name\":\"n\"}",
                "{\"name\":\"n\",\"scopes\":[]}",
                "{\"name\":\"n\",\"scopes\":[null]}",
                "{\"name\":\"n\",\"scopes\":\"admin\"}",
                "{\"name\":\"n\",\"scopes\":[\"admin\"],\"expires_at\":\"tomorrow\"}",
                "{\"name\":\"n\",\"scopes\":[\"admin\"],\"expires_at\":\"2026-06-01T12:00:00Z\"}",
                "{\"name\":\"n\",\"scopes\":[\"admin\"],\"expires_at\":\"+1000000-01-01T00:00:00Z\"}",
                "{\"name\":\"n\",\"scopes\":[\"admin\"],\"expires_at\":1900000000}"
            })
    void whatIsMissingOrWrongIsSaidInWords(String body) {
        assertError(create(OPERATOR, body), 400, "invalid");
        assertThat(gateway.tokens.list()).hasSize(1);
    }

    @Test
    void anUnknownOrRevokedTokenIsNotFound() {
        var token = gateway.tokens.given(null, Scope.TASK_READ).token();
        assertThat(revoke(token.id()).status()).isEqualTo(204);
        assertError(revoke(token.id()), 404, "not_found");
        assertError(revoke("nobody"), 404, "not_found");
    }

    @Test
    void theOperatorsTokenIsRevokedOnlyOnceAnotherCanDoAllItDoes() {
        var operator = gateway.operator.id();
        assertError(revoke(operator), 409, "last_administrator");
        gateway.tokenWith(Scope.ADMIN, Scope.TASK_READ);
        gateway.tokens.given(gateway.clock.instant().plusSeconds(60), Scope.values());
        assertError(revoke(operator), 409, "last_administrator");
        var heir = gateway.tokenWith(Scope.values());
        assertThat(revoke(operator).status()).isEqualTo(204);
        assertThat(gateway.ask(TestRequest.get("/api/tokens").bearer(OPERATOR)).status())
                .isEqualTo(401);
        assertThat(gateway.ask(TestRequest.get("/api/tokens").bearer(heir)).status())
                .isEqualTo(200);
    }

    private Response.Full create(String secret, String body) {
        return gateway.ask(TestRequest.post("/api/tokens", body).bearer(secret));
    }

    private Response.Full revoke(String id) {
        return gateway.ask(TestRequest.delete("/api/tokens/" + id).bearer(OPERATOR));
    }
}
