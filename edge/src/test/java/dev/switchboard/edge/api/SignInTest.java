package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.header;
import static dev.switchboard.edge.api.TestGateway.json;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.auth.Authentication;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignInTest {
    private static final Route WRITE =
            new Route("POST", "/write", new Access.Needs(Scope.TASK_WRITE), call -> Replies.empty(204));
    private static final Route SOCKET =
            new Route("GET", "/socket", new Access.Needs(Scope.TASK_READ), call -> Replies.empty(204));

    private final TestGateway gateway = new TestGateway(Doorway.local(), WRITE, SOCKET);

    /** A browser as this test needs it. */
    private record Browser(String cookie, String value, Response.Full answer) {
        TestRequest with(TestRequest request) {
            return request.header("Cookie", "theme=dark; " + cookie + "; other=1");
        }

        TestRequest proving(TestRequest request) {
            return with(request).header("X-Switchboard-Session", value);
        }
    }

    @Test
    void aCodeSignsInOnce() {
        var made = json(gateway.ask(TestRequest.of("POST", "/api/session/codes").bearer(OPERATOR)));
        var code = made.path("code").asString();
        assertThat(code).hasSizeGreaterThanOrEqualTo(22);
        assertThat(made.path("url_fragment").asString()).isEqualTo("#code=" + code);
        assertThat(made.path("url").asString()).isEqualTo("http://localhost:18080/#code=" + code);
        assertThat(Instant.parse(made.path("expires_at").asString()))
                .isEqualTo(gateway.clock.instant().plus(Duration.ofMinutes(10)));

        var answer = signIn("code", code).answer();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(json(answer).path("scopes").values())
                .map(scope -> scope.asString())
                .contains("admin", "task:read")
                .hasSize(7);
        assertThat(Instant.parse(json(answer).path("expires_at").asString()))
                .isEqualTo(gateway.clock.instant().plus(Duration.ofDays(30)));

        assertError(signIn("code", code).answer(), 401, "unauthorized");
    }

    @Test
    void anOldCodeIsNoCode() {
        var code = gateway.codes.issue(gateway.operator).code();
        gateway.clock.pass(Duration.ofMinutes(10));
        assertError(signIn("code", code).answer(), 401, "unauthorized");
    }

    @Test
    void aCodeOfARevokedTokenIsNoCode() {
        var token = gateway.tokens.given(null, Scope.TASK_READ).token();
        var code = gateway.codes.issue(token).code();
        gateway.tokens.revoke(token.id());
        assertError(signIn("code", code).answer(), 401, "unauthorized");
    }

    @Test
    void codesAreBoundedAndTheOldestMakesRoom() {
        var first = gateway.codes.issue(gateway.operator).code();
        var second = gateway.codes.issue(gateway.operator).code();
        for (int i = 0; i < 99; i++) {
            gateway.codes.issue(gateway.operator);
        }
        assertError(signIn("code", first).answer(), 401, "unauthorized");
        assertThat(signIn("code", second).answer().status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"code\":null}", "{\"code\":\"a\",\"token\":\"b\"}", "{\"code\":5}", "[]"})
    void signingInTakesACodeOrAToken(String body) {
        assertError(gateway.ask(TestRequest.post("/api/session", body)), 400, "invalid");
    }

    @Test
    void aFormElsewhereCannotSignABrowserIn() {
        var form = TestRequest.post("/api/session", "{\"token\":\"" + OPERATOR + "\"}");
        assertError(gateway.ask(form.header("Content-Type", "text/plain")), 415, "unsupported_media_type");
    }

    @Test
    void theCookieIsNamedForThePortAndKeptFromScriptsAndOtherSites() {
        assertThat(header(signIn("token", OPERATOR).answer(), "Set-Cookie"))
                .matches("switchboard_18080=[A-Za-z0-9_-]{43}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict");
        var elsewhere = TestRequest.post("/api/session", "{\"token\":\"" + OPERATOR + "\"}")
                .host("127.0.0.1");
        assertThat(header(gateway.ask(elsewhere), "Set-Cookie")).startsWith("switchboard_80=");
    }

    @Test
    void underTlsTheCookieIsBoundToTheHost() {
        var pattern = "=[A-Za-z0-9_-]{43}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure";
        var request = TestRequest.post("/api/session", "{\"token\":\"" + OPERATOR + "\"}");
        assertThat(header(gateway.ask(request.overTls()), "Set-Cookie")).matches("__Host-switchboard_18080" + pattern);

        var published = new TestGateway(new Doorway("https://gate.example", List.of(), List.of(), false));
        var proxied = TestRequest.post("/api/session", "{\"token\":\"" + OPERATOR + "\"}")
                .host("gate.example");
        assertThat(header(published.ask(proxied), "Set-Cookie")).matches("__Host-switchboard_443" + pattern);
    }

    @Test
    void aCookieReadsButChangesNothingWithoutTheSessionsValue() {
        var browser = signIn("token", OPERATOR);
        assertThat(gateway.ask(browser.with(TestRequest.get("/api/sessions"))).status())
                .isEqualTo(200);
        assertError(gateway.ask(browser.with(TestRequest.of("POST", "/write"))), 403, "session_value_required");
        assertError(
                gateway.ask(browser.with(TestRequest.of("POST", "/write")).header("X-Switchboard-Session", "guess")),
                403,
                "session_value_required");
        assertThat(gateway.ask(browser.proving(TestRequest.of("POST", "/write")))
                        .status())
                .isEqualTo(204);
    }

    @Test
    void theValueOfOneSessionDoesNotProveAnother() {
        var mine = signIn("token", OPERATOR);
        var other = signIn("token", OPERATOR);
        var mixed = mine.with(TestRequest.of("POST", "/write")).header("X-Switchboard-Session", other.value());
        assertError(gateway.ask(mixed), 403, "session_value_required");
    }

    @Test
    void anUpgradeCarriesTheValueAsASubprotocol() {
        var browser = signIn("token", OPERATOR);
        var upgrade = browser.with(TestRequest.get("/socket").asUpgrade()).origin("http://localhost:18080");
        assertError(gateway.ask(upgrade), 403, "session_value_required");
        assertError(
                gateway.ask(upgrade.header("Sec-WebSocket-Protocol", "switchboard.session.guess")),
                403,
                "session_value_required");
        upgrade.header("Sec-WebSocket-Protocol", "switchboard, switchboard.session." + browser.value());
        assertThat(gateway.ask(upgrade).status()).isEqualTo(204);
    }

    @Test
    void signingOutEndsOnesOwnSessionAndItsSocketsOnly() {
        var mine = signIn("token", OPERATOR);
        var other = signIn("token", OPERATOR);
        var closed = new ArrayList<String>();
        gateway.open.register(credentialOf(mine), () -> closed.add("mine"));
        gateway.open.register(credentialOf(other), () -> closed.add("other"));

        assertError(gateway.ask(mine.with(TestRequest.delete("/api/session"))), 403, "session_value_required");
        var out = gateway.ask(mine.proving(TestRequest.delete("/api/session")));

        assertThat(out.status()).isEqualTo(204);
        assertThat(header(out, "Set-Cookie")).startsWith("switchboard_18080=;").contains("Max-Age=0");
        assertThat(closed).containsExactly("mine");
        assertError(gateway.ask(mine.with(TestRequest.get("/api/sessions"))), 401, "unauthorized");
        assertThat(gateway.ask(other.with(TestRequest.get("/api/sessions"))).status())
                .isEqualTo(200);
        assertError(gateway.ask(TestRequest.delete("/api/session").bearer(OPERATOR)), 404, "not_found");
    }

    @Test
    void revokingTheTokenEndsItsBrowsers() {
        var token = gateway.tokens.given(null, Scope.TASK_READ);
        var browser = signIn("token", token.secret());
        gateway.ask(TestRequest.delete("/api/tokens/" + token.token().id()).bearer(OPERATOR));
        var answer = gateway.ask(browser.with(TestRequest.get("/api/sessions")));
        assertError(answer, 401, "unauthorized");
        assertThat(header(answer, "Set-Cookie")).as("the browser forgets it").contains("Max-Age=0");
    }

    @Test
    void aSessionNeverOutlivesItsToken() {
        var end = gateway.clock.instant().plusSeconds(60);
        var browser = signIn("token", gateway.tokens.given(end, Scope.TASK_READ).secret());
        assertThat(Instant.parse(json(browser.answer()).path("expires_at").asString()))
                .isEqualTo(end);
        gateway.clock.pass(Duration.ofSeconds(60));
        assertError(gateway.ask(browser.with(TestRequest.get("/api/sessions"))), 401, "unauthorized");
    }

    @Test
    void aSessionLivesWhileItIsUsedAndThirtyDaysWithout() {
        var browser = signIn("token", OPERATOR);
        for (int days = 0; days < 400; days += 29) {
            gateway.clock.pass(Duration.ofDays(29));
            assertThat(gateway.ask(browser.with(TestRequest.get("/api/sessions")))
                            .status())
                    .isEqualTo(200);
            gateway.credentials.seen().write();
        }
        gateway.clock.pass(Duration.ofDays(30));
        assertError(gateway.ask(browser.with(TestRequest.get("/api/sessions"))), 401, "unauthorized");
    }

    @Test
    void aTokenAndABrowserAreToldWhoTheyAre() throws IOException {
        var end = gateway.clock.instant().plusSeconds(3600);
        var reader = gateway.tokens.given(end, Scope.TASK_READ).secret();
        assertThat(text(gateway.ask(TestRequest.get("/api/session").bearer(OPERATOR))))
                .isEqualTo("{\"name\":\"operator\",\"scopes\":[\"admin\",\"approval:respond\",\"status:read\","
                        + "\"task:read\",\"task:write\",\"terminal:read\",\"terminal:write\"],\"version\":\"0.1.0\"}");
        var self = text(gateway.ask(TestRequest.get("/api/session").bearer(reader)));
        assertThat(Files.readString(Path.of("../docs/protocols/http.md"))).contains(self);
        assertThat(self)
                .isEqualTo("{\"name\":\"given\",\"scopes\":[\"task:read\"],\"expires_at\":\"2026-06-01T13:00:00Z\","
                        + "\"version\":\"0.1.0\"}");

        var browser = signIn("token", OPERATOR);
        gateway.clock.pass(Duration.ofDays(1));
        var answer = gateway.ask(browser.with(TestRequest.get("/api/session")));
        assertThat(json(answer).path("name").asString()).isEqualTo("Browser");
        assertThat(json(answer).path("expires_at").asString()).isEqualTo("2026-07-02T12:00:00Z");
        assertThat(header(answer, "Set-Cookie"))
                .as("a browser in use never forgets it")
                .startsWith(browser.cookie() + "; Path=/; Max-Age=34560000; HttpOnly");
        assertThat(header(gateway.ask(TestRequest.get("/api/session").bearer(OPERATOR)), "Set-Cookie"))
                .isEmpty();
    }

    @Test
    void rotatingTheTokenKeepsItsBrowsersSignedIn() {
        var browser = signIn("token", OPERATOR);
        var rotate = TestRequest.of("POST", "/api/tokens/" + gateway.operator.id() + "/rotate");
        assertThat(gateway.ask(browser.proving(rotate)).status()).isEqualTo(201);
        assertError(gateway.ask(TestRequest.get("/api/sessions").bearer(OPERATOR)), 401, "unauthorized");
        assertThat(gateway.ask(browser.proving(TestRequest.of("POST", "/write")))
                        .status())
                .isEqualTo(204);
    }

    @Test
    void sessionsAreBounded() {
        var first = signIn("token", OPERATOR);
        gateway.clock.pass(Duration.ofSeconds(1));
        for (int i = 0; i < 1_000; i++) {
            gateway.browsers.open(gateway.operator, "another", "192.0.2.1");
        }
        assertError(gateway.ask(first.with(TestRequest.get("/api/sessions"))), 401, "unauthorized");
    }

    @Test
    void aCookieOfAnotherPortIsNotOurs() {
        var browser = signIn("token", OPERATOR);
        var request = TestRequest.get("/api/sessions")
                .header("Cookie", browser.cookie().replace("switchboard_18080", "switchboard_18081"));
        assertError(gateway.ask(request), 401, "unauthorized");
    }

    @Test
    void guessedCookiesAreSlowedToo() {
        for (int i = 0; i < 10; i++) {
            var guess = TestRequest.get("/api/sessions").header("Cookie", "switchboard_18080=guess" + i);
            assertError(gateway.ask(guess), 401, "unauthorized");
        }
        var guess = TestRequest.get("/api/sessions").header("Cookie", "switchboard_18080=guess");
        assertError(gateway.ask(guess), 429, "too_many_attempts");
    }

    @Test
    void makingCodesNeedsAdmin() {
        var request = TestRequest.of("POST", "/api/session/codes");
        var almost = Scope.all();
        almost.remove(Scope.ADMIN);
        assertError(gateway.ask(request.bearer(gateway.tokenWith(almost.toArray(Scope[]::new)))), 403, "missing_scope");
    }

    private Browser signIn(String field, String secret) {
        var answer = gateway.ask(TestRequest.post("/api/session", "{\"%s\":\"%s\"}".formatted(field, secret))
                .origin("http://localhost:18080"));
        var cookie = header(answer, "Set-Cookie").split(";", 2)[0];
        return new Browser(cookie, json(answer).path("csrf").asString(""), answer);
    }

    private Credential credentialOf(Browser browser) {
        var request = browser.with(TestRequest.get("/")).build();
        return ((Authentication.Known) gateway.credentials.authenticate(request)).credential();
    }
}
