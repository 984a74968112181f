package dev.switchboard.edge.http;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.header;
import static dev.switchboard.edge.api.TestGateway.json;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.api.TestGateway;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
    private static final Access OPEN = new Access.Open("a test");

    private record Name(String name) {}

    private final AtomicInteger called = new AtomicInteger();
    private final TestGateway gateway = new TestGateway(
            Doorway.local(),
            new Route(
                    "GET",
                    "/things/{thing_id}",
                    OPEN,
                    call -> Replies.text(200, "text/plain", "thing " + call.variable("thing_id"))),
            new Route("GET", "/things/best", OPEN, call -> Replies.text(200, "text/plain", "the best")),
            new Route("DELETE", "/things/{any}", OPEN, call -> Replies.empty(204)),
            new Route(
                    "POST",
                    "/names",
                    OPEN,
                    call -> Replies.text(
                            200, "text/plain", call.body(Name.class).name())),
            new Route("GET", "/fails/{code}", OPEN, RouterTest::fail),
            new Route("POST", "/count", new Access.Needs(Scope.TASK_WRITE), call -> {
                called.incrementAndGet();
                return Replies.empty(204);
            }));

    @Test
    void anUnknownPathIsNotFoundInWords() {
        for (var path : List.of("/nothing", "/api", "/api/sessions/", "//", "/things/", "/things/a/b", "/index.html")) {
            assertError(gateway.ask(TestRequest.get(path)), 404, "not_found");
        }
    }

    @Test
    void anotherMethodIsToldWhichOnesThereAre() {
        var answer = gateway.ask(TestRequest.post("/things/x", "{}"));
        assertError(answer, 405, "method_not_allowed");
        assertThat(header(answer, "Allow")).isEqualTo("DELETE, GET, HEAD");
    }

    @Test
    void aNamedPathGoesBeforeAVariable() {
        assertThat(text(gateway.ask(TestRequest.get("/things/best")))).isEqualTo("the best");
        assertThat(text(gateway.ask(TestRequest.get("/things/worst")))).isEqualTo("thing worst");
        assertThat(gateway.ask(TestRequest.delete("/things/best")).status()).isEqualTo(204);
    }

    @Test
    void headIsAnsweredLikeGet() {
        var head = gateway.ask(TestRequest.of("HEAD", "/healthz"));
        var get = gateway.ask(TestRequest.get("/healthz"));
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.headers().asMap()).isEqualTo(get.headers().asMap());
        assertThat(head.body())
                .as("its length is the listener's to tell, and the body its to drop")
                .isEqualTo(get.body());
        assertThat(gateway.ask(TestRequest.of("HEAD", "/api/tokens")).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/things/a%2Fb", "/things/..%2f", "/things/%2e%2e", "/things/%3F", "/things/a:b%20c"})
    void aVariableTakesAnyTextButNeverMoreThanOneSegment(String path) {
        assertThat(gateway.ask(TestRequest.get(path)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "text/json"})
    void aBodyThatDoesNotSayItIsJsonIsRefused(String type) {
        var request = TestRequest.post("/names", "{\"name\":\"x\"}").header("Content-Type", type);
        assertError(gateway.ask(request), 415, "unsupported_media_type");
    }

    @Test
    void aJsonTypeMayHaveParameters() {
        var request = TestRequest.post("/names", "{\"name\":\"Zoë\"}")
                .header("Content-Type", "Application/JSON; charset=utf-8");
        assertThat(text(gateway.ask(request))).isEqualTo("Zoë");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "42", "{", "", "{}", "{\"name\":null}", "{\"name\":42}", "{} {}"})
    void aBodyThatIsNotWhatWasAskedForIsRefusedInOurOwnWords(String body) {
        var answer = gateway.ask(TestRequest.post("/names", body));
        assertError(answer, 400, "invalid");
        assertThat(text(answer)).doesNotContain("jackson", "dev.switchboard", "Name[");
    }

    @Test
    void deepNestingIsRefusedBeforeAnythingIsBuilt() {
        assertError(gateway.ask(TestRequest.post("/names", "{\"name\":" + "[".repeat(10_000))), 400, "invalid");
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void aFailureIsAnsweredByWhoseItIs(ErrorCode code) {
        var answer = gateway.ask(TestRequest.get("/fails/" + code.name()));
        var status =
                switch (code.blame()) {
                    case CALLER -> 400;
                    case UPSTREAM -> 502;
                    case CAPACITY -> 503;
                    case OURS -> 500;
                };
        assertError(answer, status, code.wireName());
        assertThat(header(answer, "Retry-After").isEmpty()).isEqualTo(status != 503);
        assertThat(text(answer).contains("the inner truth")).isEqualTo(status != 500);
    }

    @Test
    void aBugIsToldInNeutralWords() {
        var answer = gateway.ask(TestRequest.get("/fails/bug"));
        assertError(answer, 500, "internal");
        assertThat(text(answer)).doesNotContain("secret detail");
    }

    @Test
    void accessIsDecidedBeforeTheBodyIsLookedAt() {
        var request = TestRequest.post("/count", "not json").header("Content-Type", "text/plain");
        assertError(gateway.ask(request), 401, "unauthorized");
        assertError(gateway.ask(request.bearer(OPERATOR)), 415, "unsupported_media_type");
        assertThat(called).hasValue(0);
    }

    @Test
    void aRouteCannotBeMadeWithoutAccess() {
        assertThatThrownBy(() -> withoutAccess()).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> new Access.Open(" ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Access.InBand("")).isInstanceOf(IllegalArgumentException.class);
        assertThat(Route.class.getRecordComponents())
                .filteredOn(part -> part.getType() == Access.class)
                .hasSize(1);
        for (var constructor : Route.class.getConstructors()) {
            assertThat(constructor.getParameterTypes()).contains(Access.class);
        }
    }

    @Test
    void twoRoutesForTheSamePathsDoNotStart() {
        assertThatThrownBy(() -> new TestGateway(
                        Doorway.local(), new Route("GET", "/api/runs/{other}", OPEN, call -> Replies.empty(204))))
                .hasMessageContaining("/api/runs/{other}");
        assertThatThrownBy(() -> new PathPattern("/a/{x}/{x}")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PathPattern("a")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void strictHeadersAreOnEveryAnswer() {
        var requests = List.of(
                TestRequest.get("/"),
                TestRequest.get("/healthz"),
                TestRequest.get("/nothing"),
                TestRequest.get("/api/tokens"),
                TestRequest.get("/fails/bug"),
                TestRequest.get("/").host("evil.example"),
                TestRequest.get("/").origin("null"));
        for (var request : requests) {
            var answer = gateway.ask(request);
            assertThat(header(answer, "Content-Security-Policy"))
                    .startsWith("default-src 'none'")
                    .contains("connect-src 'self'", "frame-ancestors 'none'", "script-src 'self';")
                    .doesNotContain("unsafe", "*");
            assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(header(answer, "X-Frame-Options")).isEqualTo("DENY");
            assertThat(header(answer, "Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(header(answer, "Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
            assertThat(header(answer, "Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
            assertThat(header(answer, "Strict-Transport-Security")).isEmpty();
            assertThat(answer.headers().asMap().keySet())
                    .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"));
        }
        assertThat(header(gateway.ask(TestRequest.get("/healthz")), "Cache-Control"))
                .isEqualTo("no-store");
    }

    @Test
    void underTlsBrowsersAreToldToStayThereButNotOnLocalhost() {
        var published = new TestGateway(new Doorway("https://gate.example", List.of(), List.of(), false));
        assertThat(header(published.ask(TestRequest.get("/").host("gate.example")), "Strict-Transport-Security"))
                .isEqualTo("max-age=31536000");
        assertThat(header(gateway.ask(TestRequest.get("/").overTls()), "Strict-Transport-Security"))
                .isEmpty();
    }

    @Test
    void readyzGivesItsReasons() {
        assertThat(json(gateway.ask(TestRequest.get("/readyz"))).path("status").asString())
                .isEqualTo("ready");
        gateway.complaints.add("The disk is full.");
        var answer = gateway.ask(TestRequest.get("/readyz"));
        assertThat(answer.status()).isEqualTo(503);
        assertThat(text(answer)).isEqualTo("{\"status\":\"not_ready\",\"reasons\":[\"The disk is full.\"]}");
    }

    @SuppressWarnings({"NullAway", "DataFlowIssue"})
    private static Route withoutAccess() {
        return new Route("GET", "/x", null, call -> Replies.empty(204));
    }

    private static Response fail(Call call) {
        if (call.variable("code").equals("bug")) {
            throw new IllegalStateException("secret detail");
        }
        throw new SwitchboardException(ErrorCode.valueOf(call.variable("code")), "This is the inner truth.");
    }
}
