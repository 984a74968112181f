package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.header;
import static dev.switchboard.edge.api.TestGateway.json;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrowsersApiTest {
    private static final String ANDROID =
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile"
                    + " Safari/537.36";

    private final TestGateway gateway = new TestGateway();

    /** What a signed-in browser sends. */
    record Signed(String cookie, String value) {
        TestRequest with(TestRequest request) {
            return request.header("Cookie", cookie).header("X-Switchboard-Session", value);
        }
    }

    @Test
    void theListNamesEveryBrowserAndSaysWhichOneAsks() throws IOException {
        signIn(gateway, OPERATOR, "192.0.2.7");
        gateway.clock.pass(Duration.ofHours(2));
        var desk = signIn(gateway, OPERATOR, "192.0.2.8");

        var list = gateway.ask(desk.with(TestRequest.get("/api/browsers")).from("192.0.2.9"));

        assertThat(text(list))
                .isEqualTo("{\"browsers\":[{\"browser_id\":\"b-2\",\"name\":\"Chrome on"
                               + " Android\",\"created_at\":\"2026-06-01T14:00:00Z\","
                               + "\"last_seen_at\":\"2026-06-01T14:00:00Z\",\"address\":\"192.0.2.9\",\"own\":true},{\"browser_id\":\"b-1\",\"name\":\"Chrome"
                               + " on Android\",\"created_at\":\"2026-06-01T12:00:00Z\","
                               + "\"last_seen_at\":\"2026-06-01T12:00:00Z\",\"address\":\"192.0.2.7\",\"own\":false}]}");
        assertThat(Files.readString(Path.of("../docs/protocols/http.md"))).contains(text(list));
    }

    @Test
    void behindAProxyTheAddressIsTheOneTheProxySaw() {
        var proxied = new TestGateway(new Doorway(null, List.of(), List.of(), true));
        proxied.ask(TestRequest.post("/api/session", "{\"token\":\"" + OPERATOR + "\"}")
                .header("X-Forwarded-For", "10.0.0.1, 198.51.100.7"));
        assertThat(proxied.browsers.list().getFirst().address()).isEqualTo("198.51.100.7");
    }

    @Test
    void aNameIsKept() {
        var browser = signIn(gateway, OPERATOR, "192.0.2.7");
        var renamed = gateway.ask(browser.with(rename("b-1", "{\"name\":\" Kitchen \"}")));
        assertThat(renamed.status()).isEqualTo(200);
        assertThat(json(renamed).path("name").asString()).isEqualTo("Kitchen");
        assertThat(json(renamed).path("own").asBoolean()).isTrue();
        assertThat(json(gateway.ask(browser.with(TestRequest.get("/api/session"))))
                        .path("name")
                        .asString())
                .isEqualTo("Kitchen");
        var unproven = rename("b-1", "{\"name\":\"x\"}").header("Cookie", browser.cookie());
        assertError(gateway.ask(unproven), 403, "session_value_required");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"name\":\"  \"}", "{\"name\":\"a\\u0007b\"}", "{\"name\":5}", "[]"})
    void aNameThatIsNoneIsRefusedInWords(String body) {
        signIn(gateway, OPERATOR, "192.0.2.7");
        assertError(gateway.ask(rename("b-1", body).bearer(OPERATOR)), 400, "invalid");
    }

    @Test
    void aNameIsToldWhatIsWrongWithItAndShownWithoutTheSecretsWeKnow() {
        signIn(gateway, OPERATOR, "192.0.2.7");
        assertThat(text(gateway.ask(rename("b-1", "{\"name\":\"a\\u0007b\"}").bearer(OPERATOR))))
                .contains("control characters")
                .doesNotContain("required");
        var renamed = gateway.ask(
                rename("b-1", "{\"name\":\"of %s\"}".formatted(OPERATOR)).bearer(OPERATOR));
        var list = gateway.ask(TestRequest.get("/api/browsers").bearer(OPERATOR));
        for (var answer : List.of(renamed, list)) {
            assertThat(text(answer)).contains("of ••••").doesNotContain(OPERATOR);
        }
    }

    @Test
    void whoSignsInAgainTakesTheirOwnPlaceAndKeepsTheName() {
        var before = signIn(gateway, OPERATOR, "192.0.2.7");
        gateway.ask(before.with(rename("b-1", "{\"name\":\"Kitchen\"}")));
        var closed = new ArrayList<String>();
        gateway.open.register(new Credential(gateway.operator, "b-1", "phone"), () -> closed.add("b-1"));

        var again = gateway.ask(before.with(TestRequest.post("/api/session", "{\"token\":\"" + OPERATOR + "\"}")));

        assertThat(again.status()).isEqualTo(200);
        assertThat(closed).containsExactly("b-1");
        assertError(gateway.ask(before.with(TestRequest.get("/api/session"))), 401, "unauthorized");
        assertThat(gateway.browsers.list()).singleElement().satisfies(browser -> {
            assertThat(browser.id()).isEqualTo("b-2");
            assertThat(browser.name()).isEqualTo("Kitchen");
        });

        var other = gateway.tokenWith(Scope.TASK_READ);
        var cookie = header(again, "Set-Cookie").split(";", 2)[0];
        gateway.ask(TestRequest.post("/api/session", "{\"token\":\"" + other + "\"}")
                .header("Cookie", cookie));
        assertThat(ids(gateway.ask(TestRequest.get("/api/browsers").bearer(OPERATOR))))
                .as("another token's browser is left to that token")
                .containsExactlyInAnyOrder("b-2", "b-3");
    }

    @Test
    void anEndedBrowserIsSignedOutAtOnceAndItsSocketsClose() {
        var lost = signIn(gateway, OPERATOR, "192.0.2.7");
        var kept = signIn(gateway, OPERATOR, "192.0.2.8");
        var closed = new ArrayList<String>();
        for (var id : List.of("b-1", "b-2")) {
            gateway.open.register(new Credential(gateway.operator, id, "phone"), () -> closed.add(id));
        }

        assertThat(gateway.ask(kept.with(TestRequest.delete("/api/browsers/b-1")))
                        .status())
                .isEqualTo(204);

        assertThat(closed).containsExactly("b-1");
        var answer = gateway.ask(lost.with(TestRequest.get("/api/session")));
        assertError(answer, 401, "unauthorized");
        assertThat(header(answer, "Set-Cookie")).contains("Max-Age=0");
        assertThat(gateway.ask(kept.with(TestRequest.get("/api/session"))).status())
                .isEqualTo(200);
        assertError(gateway.ask(kept.with(TestRequest.delete("/api/browsers/b-1"))), 404, "not_found");
        assertError(gateway.ask(kept.with(rename("b-1", "{\"name\":\"late\"}"))), 404, "not_found");
    }

    @Test
    void withoutAdminABrowserHasItselfAndATokenItsBrowsers() {
        var reader = gateway.tokenWith(Scope.TASK_READ);
        var mine = signIn(gateway, reader, "192.0.2.7");
        signIn(gateway, reader, "192.0.2.8");
        signIn(gateway, OPERATOR, "192.0.2.9");

        assertThat(ids(gateway.ask(mine.with(TestRequest.get("/api/browsers")))))
                .containsExactly("b-1");
        assertThat(ids(gateway.ask(TestRequest.get("/api/browsers").bearer(reader))))
                .containsExactlyInAnyOrder("b-1", "b-2");
        for (var id : List.of("b-2", "b-3", "nobody")) {
            assertError(gateway.ask(mine.with(TestRequest.delete("/api/browsers/" + id))), 403, "missing_scope");
            assertError(gateway.ask(mine.with(rename(id, "{\"name\":\"x\"}"))), 403, "missing_scope");
        }
        assertError(gateway.ask(TestRequest.delete("/api/browsers/b-3").bearer(reader)), 403, "missing_scope");
        assertThat(gateway.ask(TestRequest.delete("/api/browsers/b-2").bearer(reader))
                        .status())
                .isEqualTo(204);
        assertThat(gateway.ask(mine.with(rename("b-1", "{\"name\":\"mine\"}"))).status())
                .isEqualTo(200);
        assertThat(gateway.ask(mine.with(TestRequest.delete("/api/browsers/b-1")))
                        .status())
                .isEqualTo(204);
        assertThat(ids(gateway.ask(TestRequest.get("/api/browsers").bearer(OPERATOR))))
                .containsExactly("b-3");
    }

    @Test
    void aBrowserWhoseTokenHasExpiredIsNotListed() {
        var end = gateway.clock.instant().plusSeconds(60);
        signIn(gateway, gateway.tokens.given(end, Scope.TASK_READ).secret(), "192.0.2.7");
        gateway.clock.pass(Duration.ofSeconds(60));
        assertThat(text(gateway.ask(TestRequest.get("/api/browsers").bearer(OPERATOR))))
                .isEqualTo("{\"browsers\":[]}");
    }

    @Test
    void whereItWasSeenIsWrittenTogetherAndNotWithEachRequest() {
        var browser = signIn(gateway, OPERATOR, "192.0.2.7");
        gateway.clock.pass(Duration.ofMinutes(1));
        gateway.ask(browser.with(TestRequest.get("/api/session")).from("192.0.2.8"));
        assertThat(gateway.browsers.list().getFirst().lastSeenAt()).isEqualTo("2026-06-01T12:00:00Z");
        gateway.credentials.seen().write();
        assertThat(gateway.browsers.list().getFirst().lastSeenAt()).isEqualTo("2026-06-01T12:01:00Z");
        assertThat(gateway.browsers.list().getFirst().address()).isEqualTo("192.0.2.8");
    }

    static Signed signIn(TestGateway gateway, String token, String address) {
        var answer = gateway.ask(TestRequest.post("/api/session", "{\"token\":\"%s\"}".formatted(token))
                .header("User-Agent", ANDROID)
                .from(address));
        var cookie = header(answer, "Set-Cookie").split(";", 2)[0];
        return new Signed(cookie, json(answer).path("csrf").asString());
    }

    private static TestRequest rename(String id, String body) {
        return TestRequest.of("PATCH", "/api/browsers/" + id)
                .header("Content-Type", "application/json")
                .body(body);
    }

    private static List<String> ids(Response.Full list) {
        return json(list)
                .path("browsers")
                .valueStream()
                .map(line -> line.path("browser_id").asString())
                .toList();
    }
}
