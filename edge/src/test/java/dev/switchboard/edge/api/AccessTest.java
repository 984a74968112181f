package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.SCRAPER;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.header;
import static dev.switchboard.edge.api.TestGateway.json;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who gets in: the table of routes, and what happened elsewhere that must not happen here. */
class AccessTest {
    /** The only routes that anyone may use. A new one is added here on purpose or not at all. */
    private static final Set<String> OPEN = Set.of(
            "GET /",
            "GET /app.js",
            "GET /app.css",
            "GET /icon.svg",
            "GET /healthz",
            "GET /readyz",
            "POST /api/session");

    private final TestGateway gateway = new TestGateway();

    @Test
    void everyRouteAsksForACredentialOrIsOpenByName() {
        for (var route : gateway.router.routes()) {
            var answer = gateway.ask(to(route));
            if (OPEN.contains(route.toString())) {
                assertThat(route.access()).as("%s", route).isInstanceOf(Access.Open.class);
            } else {
                assertThat(route.access()).as("%s", route).isNotInstanceOfAny(Access.Open.class, Access.InBand.class);
                assertError(answer, 401, "unauthorized");
                assertThat(header(answer, "WWW-Authenticate")).isEqualTo("Bearer");
            }
        }
        assertThat(gateway.router.routes()).map(Route::toString).containsAll(OPEN);
    }

    @Test
    void everyRouteRefusesATokenWithoutItsScope() {
        for (var route : gateway.router.routes()) {
            var needed =
                    switch (route.access()) {
                        case Access.Needs(var scope) -> List.of(scope);
                        case Access.NeedsOneOf(var scopes) -> scopes;
                        case Access.NeedsOrScrapeToken(var scope) -> List.of(scope);
                        case Access.Open open -> List.<Scope>of();
                        case Access.InBand inBand -> List.<Scope>of();
                        case Access.OwnOrInBand _ -> List.<Scope>of();
                        case Access.Own() -> List.<Scope>of();
                    };
            if (!needed.isEmpty()) {
                var others = Scope.all();
                others.removeAll(needed);
                var secret = gateway.tokenWith(others.toArray(Scope[]::new));
                var answer = gateway.ask(to(route).bearer(secret));
                assertError(answer, 403, "missing_scope");
                assertThat(text(answer)).contains(needed.getFirst().wireName());
            }
        }
    }

    @Test
    void theGatesComeBeforeEveryRouteAndEveryUpgradeEvenWithTheRightToken() {
        for (var route : gateway.router.routes()) {
            for (var request : List.of(
                    to(route).bearer(OPERATOR), to(route).bearer(OPERATOR).asUpgrade())) {
                assertError(gateway.ask(request.host("rebound.example")), 403, "foreign_host");
                assertError(
                        gateway.ask(request.host("localhost:18080").origin("https://evil.example")),
                        403,
                        "foreign_origin");
                assertError(gateway.ask(request.origin("null")), 403, "foreign_origin");
                assertError(gateway.ask(request.also("Host", "localhost")), 400, "bad_host");
            }
        }
        assertError(gateway.ask(TestRequest.get("/nothing").host("rebound.example")), 403, "foreign_host");
        assertError(
                gateway.ask(TestRequest.of("OPTIONS", "/api/tokens").origin("http://e.example")),
                403,
                "foreign_origin");
    }

    @Test
    void noAddressIsTrustedLoopbackAndForwardedLoopbackIncluded() {
        for (var address : List.of("127.0.0.1", "::1", "192.168.1.2")) {
            assertError(gateway.ask(TestRequest.get("/api/sessions").from(address)), 401, "unauthorized");
        }
        var behindProxy = new TestGateway(new Doorway(null, List.of(), List.of(), true));
        var forwarded = TestRequest.get("/api/sessions").header("X-Forwarded-For", "127.0.0.1");
        assertError(behindProxy.ask(forwarded), 401, "unauthorized");
        assertError(gateway.ask(forwarded), 401, "unauthorized");
    }

    @ParameterizedTest
    @ValueSource(strings = {"token", "access_token", "authorization", "code", "key"})
    void aTokenInTheQueryStringIsNotLookedAt(String name) {
        assertError(gateway.ask(TestRequest.get("/api/sessions?" + name + "=" + OPERATOR)), 401, "unauthorized");
    }

    @Test
    void scopesComeFromTheRecordWhateverAClientClaims() {
        var reader = gateway.tokenWith(Scope.TASK_READ);
        var request = TestRequest.get("/api/tokens?scopes=admin&scope=admin")
                .bearer(reader)
                .header("X-Scopes", "admin")
                .header("Scope", "admin");
        assertError(gateway.ask(request), 403, "missing_scope");
        assertThat(gateway.ask(TestRequest.get("/api/sessions").bearer(reader)).status())
                .isEqualTo(200);
    }

    @Test
    void aRevokedTokenFailsAtOnceAndItsSocketsClose() {
        var closed = new ArrayList<String>();
        var victim = gateway.tokens.given(null, Scope.TASK_READ);
        gateway.open.register(new Credential(victim.token()), () -> closed.add("victim"));
        gateway.open.register(new Credential(gateway.operator), () -> closed.add("operator"));
        assertThat(gateway.ask(TestRequest.get("/api/sessions").bearer(victim.secret()))
                        .status())
                .isEqualTo(200);

        var revoked = gateway.ask(
                TestRequest.delete("/api/tokens/" + victim.token().id()).bearer(OPERATOR));

        assertThat(revoked.status()).isEqualTo(204);
        assertError(gateway.ask(TestRequest.get("/api/sessions").bearer(victim.secret())), 401, "unauthorized");
        assertThat(closed).containsExactly("victim");
    }

    @Test
    void anExpiredTokenIsAWrongOne() {
        var shortly = gateway.tokens.given(gateway.clock.instant().plusSeconds(60), Scope.TASK_READ);
        var request = TestRequest.get("/api/sessions").bearer(shortly.secret());
        assertThat(gateway.ask(request).status()).isEqualTo(200);
        gateway.clock.pass(Duration.ofSeconds(60));
        assertError(gateway.ask(request), 401, "unauthorized");
    }

    @Test
    void wrongTokensAreSlowedOnLoopbackTooAndARightOneAlwaysPasses() {
        for (int i = 0; i < 10; i++) {
            assertError(gateway.ask(TestRequest.get("/api/sessions").bearer("guess-" + i)), 401, "unauthorized");
        }
        var refused = gateway.ask(TestRequest.get("/api/sessions").bearer("guess"));
        assertError(refused, 429, "too_many_attempts");
        assertThat(header(refused, "Retry-After")).isEqualTo("6");
        assertError(gateway.ask(TestRequest.get("/metrics").bearer("guess")), 429, "too_many_attempts");
        assertError(gateway.ask(TestRequest.post("/api/session", "{\"code\":\"guess\"}")), 429, "too_many_attempts");
        assertThat(gateway.ask(TestRequest.get("/api/sessions").bearer(OPERATOR))
                        .status())
                .isEqualTo(200);
        assertThat(gateway.ask(TestRequest.get("/metrics").bearer(SCRAPER)).status())
                .isEqualTo(200);
        assertError(gateway.ask(TestRequest.get("/api/sessions")), 401, "unauthorized");
    }

    @Test
    void theLimitIsNotBypassedByAnotherSpellingOfTheAddressOrABogusField() {
        for (int i = 0; i < 10; i++) {
            var guess = TestRequest.get("/api/sessions")
                    .bearer("guess")
                    .from("127.0.0." + (i + 1))
                    .header("X-Forwarded-For", "203.0.113." + i)
                    .header("X-Real-IP", "203.0.113." + i)
                    .header("Forwarded", "for=203.0.113." + i);
            assertError(gateway.ask(guess), 401, "unauthorized");
        }
        assertError(
                gateway.ask(TestRequest.get("/api/sessions").bearer("guess").from("::1")), 429, "too_many_attempts");
    }

    @Test
    void twoTokensInOneRequestAreNone() {
        var request = TestRequest.get("/api/sessions").bearer(OPERATOR).also("Authorization", "Bearer other");
        assertError(gateway.ask(request), 401, "unauthorized");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bearer operator-secret", "BEARER  operator-secret "})
    void theSchemesNameHasNoCase(String line) {
        assertThat(gateway.ask(TestRequest.get("/api/sessions").header("Authorization", line))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Basic b3BlcmF0b3I6c2VjcmV0", "operator-secret", "Bearer", "Bearer ", "Beareroperator-secret"})
    void anythingElseInAuthorizationIsNoToken(String line) {
        assertError(gateway.ask(TestRequest.get("/api/sessions").header("Authorization", line)), 401, "unauthorized");
    }

    @Test
    void theScrapeTokenReadsMetricsAndNothingElse() {
        var metrics = gateway.ask(TestRequest.get("/metrics").bearer(SCRAPER));
        assertThat(text(metrics)).isEqualTo("up 1\n");
        assertThat(header(metrics, "Content-Type")).startsWith("text/plain; version=0.0.4");
        assertError(gateway.ask(TestRequest.get("/api/sessions").bearer(SCRAPER)), 401, "unauthorized");
        assertThat(gateway.ask(TestRequest.get("/metrics").bearer(gateway.tokenWith(Scope.STATUS_READ)))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void behindAProxyASocketIsCountedAgainstTheForwardedAddressAndAConnectionAgainstNone() {
        var router = new TestGateway(new Doorway(null, List.of(), List.of(), true)).router;
        var one = TestRequest.get("/").header("X-Forwarded-For", "203.0.113.7").build();
        var other =
                TestRequest.get("/").header("X-Forwarded-For", "203.0.113.8").build();

        assertThat(router.clientOf(one)).isEqualTo("203.0.113.7");
        assertThat(router.clientOf(other)).isEqualTo("203.0.113.8");
        assertThat(router.clientOf(one.peer())).isNull();
        assertThat(gateway.router.clientOf(one)).isEqualTo(gateway.router.clientOf(one.peer()));
    }

    @Test
    void aLongBodyIsReadOnlyOfThoseWhoHaveShownTheirToken() {
        var router = gateway.router;
        var head = TestRequest.of("POST", "/api/tokens");
        assertError(router.refuseBody(head.build()).orElseThrow(), 401, "unauthorized");
        assertError(router.refuseBody(head.bearer("wrong").build()).orElseThrow(), 401, "unauthorized");
        assertError(
                router.refuseBody(
                                head.bearer(gateway.tokenWith(Scope.TASK_READ)).build())
                        .orElseThrow(),
                403,
                "missing_scope");
        assertThat(router.refuseBody(head.bearer(OPERATOR).build())).isEmpty();
        assertError(
                router.refuseBody(TestRequest.of("POST", "/api/session").build())
                        .orElseThrow(),
                413,
                "body_too_large");
        assertError(
                router.refuseBody(TestRequest.of("POST", "/nothing").build()).orElseThrow(), 404, "not_found");
    }

    @Test
    void anInBandRouteIsReachedWithoutACredentialAndOnlyThroughTheGates() {
        var device = new Route(
                "GET",
                "/api/channels/{channel_id}/ws",
                new Access.InBand("the channel's token"),
                call -> Replies.text(200, "text/plain", call.variable("channel_id") + " " + call.credential()));
        var withDevice = new TestGateway(Doorway.local(), device);
        var request = TestRequest.get("/api/channels/terminal-dev/ws").asUpgrade();
        assertThat(text(withDevice.ask(request))).isEqualTo("terminal-dev null");
        assertError(withDevice.ask(request.origin("http://localhost:3000")), 403, "foreign_origin");
    }

    @Test
    void noSecretIsEverLogged() {
        var logged = new ListAppender<ILoggingEvent>();
        logged.start();
        var root = (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(logged);
        try {
            for (int i = 0; i < 12; i++) {
                gateway.ask(TestRequest.get("/api/sessions").bearer("a-wrong-secret"));
            }
            var made = gateway.ask(TestRequest.post("/api/tokens", "{\"name\":\"n\",\"scopes\":[\"admin\"]}")
                    .bearer(OPERATOR));
            gateway.ask(TestRequest.post("/api/session", "{\"token\":\"" + OPERATOR + "\"}"));
            var secret = json(made).path("secret").asString();
            assertThat(logged.list).isNotEmpty();
            assertThat(logged.list)
                    .map(event -> event.getFormattedMessage() + event.getKeyValuePairs())
                    .noneMatch(line ->
                            line.contains("a-wrong-secret") || line.contains(OPERATOR) || line.contains(secret));
        } finally {
            root.detachAppender(logged);
        }
    }

    private static TestRequest to(Route route) {
        return TestRequest.of(route.method(), route.pattern().text().replaceAll("\\{[^}]*}", "x"));
    }
}
