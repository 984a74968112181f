package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.json;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class TokensApiTest {
    private static final String EVERY_SCOPE = Arrays.stream(Scope.values())
            .map(scope -> '"' + scope.wireName() + '"')
            .collect(Collectors.joining(",", "[", "]"));

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
                        + "\"created_at\":\"2026-06-01T12:00:00Z\",\"expires_at\":\"2026-07-01T00:00:00Z\","
                        + "\"made_by\":\"t-1\"}");
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
        assertThat(gateway.tokens.list(null, 500)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"a\\u0007b, control characters", "a\\nb, control characters", "' ', is required"})
    void aNameThatIsNoneIsToldWhatIsWrongWithIt(String name, String words) {
        var answer = create(OPERATOR, "{\"name\":\"%s\",\"scopes\":[\"admin\"]}".formatted(name));
        assertThat(text(answer)).contains(words);
        var longer = create(OPERATOR, "{\"name\":\"%s\",\"scopes\":[\"admin\"]}".formatted("x".repeat(101)));
        assertThat(text(longer)).contains("at most 100 characters");
    }

    @Test
    void namesAndWordsAreSaidBackWithoutTheSecretsWeKnow() {
        var made = create(OPERATOR, "{\"name\":\"of %s\",\"scopes\":[\"admin\"]}".formatted(OPERATOR));
        assertThat(made.status()).isEqualTo(201);
        var scope = create(OPERATOR, "{\"name\":\"n\",\"scopes\":[\"%s\"]}".formatted(OPERATOR));
        assertError(scope, 400, "invalid");
        var list = gateway.ask(TestRequest.get("/api/tokens").bearer(OPERATOR));
        var self = gateway.ask(
                TestRequest.get("/api/session").bearer(json(made).path("secret").asString()));
        for (var answer : List.of(made, scope, list, self)) {
            assertThat(text(answer)).contains("••••").doesNotContain(OPERATOR);
        }
    }

    @Test
    void theListComesInPagesAndEachSaysWhereToGoOn() {
        for (int i = 0; i < 5; i++) {
            gateway.clock.pass(Duration.ofSeconds(1));
            gateway.tokens.given(null, Scope.TASK_READ);
        }
        var first = list("?limit=4");
        assertThat(ids(first)).containsExactly("t-6", "t-5", "t-4", "t-3");
        assertThat(first.path("next").asString()).isEqualTo("t-3");
        assertThat(revoke("t-3").status()).as("a revocation moves no page").isEqualTo(204);
        var second = list("?limit=4&after=t-3");
        assertThat(ids(second)).containsExactly("t-2", "t-1");
        assertThat(second.has("next")).isFalse();
        assertThat(list("?limit=6").has("next")).isFalse();

        for (var query : List.of("?limit=0", "?limit=501", "?after=nobody")) {
            assertError(gateway.ask(TestRequest.get("/api/tokens" + query).bearer(OPERATOR)), 400, "invalid");
        }
    }

    private JsonNode list(String query) {
        return json(gateway.ask(TestRequest.get("/api/tokens" + query).bearer(OPERATOR)));
    }

    private static List<String> ids(JsonNode list) {
        return list.path("tokens")
                .valueStream()
                .map(token -> token.path("token_id").asString())
                .toList();
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
        var refused = revoke(operator);
        assertError(refused, 409, "last_administrator");
        assertThat(text(refused)).contains("rotate");
        create(OPERATOR, "{\"name\":\"its own\",\"scopes\":" + EVERY_SCOPE + "}");
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

    @Test
    void whatATokenMadeEndsWithItSocketsIncluded() {
        var board = json(create(OPERATOR, "{\"name\":\"board\",\"scopes\":[\"admin\",\"task:read\"]}"));
        var made = json(create(board.path("secret").asString(), "{\"name\":\"n\",\"scopes\":[\"task:read\"]}"));
        var closed = new ArrayList<String>();
        for (var token : gateway.tokens.list(null, 500)) {
            var credential = new Credential(token.token());
            gateway.open.register(credential, () -> closed.add(token.token().name()));
        }

        assertThat(revoke(board.path("token").path("token_id").asString()).status())
                .isEqualTo(204);

        assertThat(closed).containsExactlyInAnyOrder("board", "n");
        var secret = made.path("secret").asString();
        assertError(gateway.ask(TestRequest.get("/api/sessions").bearer(secret)), 401, "unauthorized");
    }

    @Test
    void aRotatedTokenIsAnsweredLikeANewOneAndTheOldSecretIsDead() throws IOException {
        var board = json(create(OPERATOR, "{\"name\":\"board\",\"scopes\":[\"task:read\",\"task:write\"]}"));
        var closed = new ArrayList<String>();
        var old = gateway.tokens.byId("t-2").orElseThrow();
        gateway.open.register(new Credential(old), () -> closed.add("board"));

        var rotated = rotate(OPERATOR, "t-2");

        assertThat(rotated.status()).isEqualTo(201);
        var secret = json(rotated).path("secret").asString();
        assertThat(text(rotated))
                .isEqualTo(
                        "{\"token\":{\"token_id\":\"t-3\",\"name\":\"board\",\"scopes\":[\"task:read\",\"task:write\"],"
                                + "\"created_at\":\"2026-06-01T12:00:00Z\",\"made_by\":\"t-1\"},\"secret\":\"" + secret
                                + "\"}");
        assertThat(Files.readString(Path.of("../docs/protocols/http.md")))
                .contains(text(rotated).replace(secret, "swb_…"));
        assertThat(closed).containsExactly("board");
        var before = board.path("secret").asString();
        assertError(gateway.ask(TestRequest.get("/api/sessions").bearer(before)), 401, "unauthorized");
        assertThat(gateway.ask(TestRequest.get("/api/sessions").bearer(secret)).status())
                .isEqualTo(200);
        assertError(rotate(OPERATOR, "t-2"), 404, "not_found");
    }

    @Test
    void nobodyRotatesWhatCanDoMoreOrForLonger() {
        var strong = gateway.tokens.given(null, Scope.TERMINAL_WRITE).token().id();
        var clerk = gateway.tokenWith(Scope.ADMIN);
        var refused = rotate(clerk, strong);
        assertError(refused, 403, "beyond_own");
        assertThat(text(refused)).contains("terminal:write");
        var brief = gateway.tokens
                .given(gateway.clock.instant().plusSeconds(60), Scope.values())
                .secret();
        assertError(rotate(brief, strong), 403, "beyond_own");
    }

    @Test
    void theListShowsWhenEachWasLastSeenAndItIsWrittenTogether() {
        gateway.clock.pass(Duration.ofMinutes(5));
        assertThat(lastSeen()).as("while it is only noted").isEqualTo("2026-06-01T12:05:00Z");
        assertThat(gateway.tokens.list(null, 500).getFirst().lastSeenAt()).isNull();
        gateway.credentials.seen().write();
        assertThat(gateway.tokens.list(null, 500).getFirst().lastSeenAt()).isEqualTo("2026-06-01T12:05:00Z");
        assertThat(lastSeen()).isEqualTo("2026-06-01T12:05:00Z");
    }

    private String lastSeen() {
        var list = gateway.ask(TestRequest.get("/api/tokens").bearer(OPERATOR));
        return json(list).path("tokens").path(0).path("last_seen_at").asString();
    }

    private Response.Full rotate(String secret, String id) {
        return gateway.ask(
                TestRequest.of("POST", "/api/tokens/" + id + "/rotate").bearer(secret));
    }

    private Response.Full create(String secret, String body) {
        return gateway.ask(TestRequest.post("/api/tokens", body).bearer(secret));
    }

    private Response.Full revoke(String id) {
        return gateway.ask(TestRequest.delete("/api/tokens/" + id).bearer(OPERATOR));
    }
}
