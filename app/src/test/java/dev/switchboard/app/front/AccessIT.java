package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.config.ChannelConfig;
import dev.switchboard.app.config.ChannelSettings;
import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.Secret;
import dev.switchboard.app.config.ServerConfig;
import dev.switchboard.app.front.RawSocket.Answer;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Route;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.ScriptedModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets in, over real sockets: what happened to other gateways, tried on this one. */
class AccessIT {
    private static final String SCRAPER = "scrape-secret";
    private static final String OPERATOR = "Authorization: Bearer " + TestGateway.TOKEN;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** The only routes that anyone may use, and those that ask by themselves. A new one is added here or nowhere. */
    private static final Set<String> OPEN = openRoutes();

    private static final Set<String> IN_BAND =
            Set.of("GET /api/board/ws", "GET /api/channels/{channel_id}/ws", "POST /api/channels/{channel_id}/webhook");

    @TempDir
    Path data;

    private TestGateway gateway;

    @BeforeEach
    void start() {
        var server = new ServerConfig(
                "127.0.0.1", 0, null, null, List.of("gateway.example"), List.of(), false, new Secret(SCRAPER));
        var config = TestGateway.config(30, server);
        var channels = new LinkedHashMap<>(config.channels());
        channels.put(
                "hooks-guarded",
                new ChannelConfig(
                        true,
                        ChannelConfig.Kind.WEBHOOK,
                        ChannelConfig.Mode.SYNC,
                        "local",
                        null,
                        "default",
                        new ChannelSettings(30, 20_000, new Secret("hook-secret"), null)));
        gateway = TestGateway.start(
                data,
                new Config(config.server(), channels, config.agents(), config.mcp(), config.search()),
                ScriptedModel.echo(),
                new LocalBus(),
                Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    /** The web app's files, as the build has listed them, or the plain page's; and what is no page. */
    private static Set<String> openRoutes() {
        var open = new HashSet<>(Set.of("GET /", "GET /healthz", "GET /readyz", "POST /api/session"));
        try (var list = AccessIT.class.getResourceAsStream("/dev/switchboard/web/files.txt")) {
            if (list == null) {
                open.addAll(Set.of("GET /app.js", "GET /app.css", "GET /icon.svg"));
            } else {
                new String(list.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(name -> !name.equals("index.html"))
                        .forEach(name -> open.add("GET /" + name));
                open.addAll(List.of("GET /session/{session_id}", "GET /session/{session_id}/"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Set.copyOf(open);
    }

    // Default deny

    @Test
    void everyRouteOfTheWholeTableAsksForACredentialOrIsOpenByName() throws Exception {
        assertThat(gateway.routes()).hasSizeGreaterThan(OPEN.size() + IN_BAND.size());
        for (var route : gateway.routes()) {
            var answer = ask(route);
            if (OPEN.contains(route.toString())) {
                assertThat(route.access()).as("%s", route).isInstanceOf(Access.Open.class);
            } else if (IN_BAND.contains(route.toString())) {
                assertThat(route.access())
                        .as("%s", route)
                        .isInstanceOfAny(Access.InBand.class, Access.OwnOrInBand.class);
            } else {
                assertThat(answer.status()).as("%s", route).isEqualTo(401);
                assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
            }
        }
        assertThat(gateway.routes()).map(Route::toString).containsAll(OPEN).containsAll(IN_BAND);
    }

    @Test
    void everyRouteRefusesATokenThatHasAllScopesButItsOwn() throws Exception {
        for (var route : gateway.routes()) {
            var needed =
                    switch (route.access()) {
                        case Access.Needs(var scope) -> List.of(scope);
                        case Access.NeedsOneOf(var scopes) -> scopes;
                        case Access.NeedsOrScrapeToken(var scope) -> List.of(scope);
                        case Access.Open _, Access.InBand _, Access.OwnOrInBand _, Access.Own _ -> List.<Scope>of();
                    };
            if (!needed.isEmpty()) {
                var others = Arrays.stream(Scope.values())
                        .filter(scope -> !needed.contains(scope))
                        .toArray(Scope[]::new);
                var answer = ask(route, bearer(mint(others).secret()));
                assertThat(answer.status()).as("%s", route).isEqualTo(403);
                assertThat(answer.body())
                        .contains("missing_scope")
                        .contains(needed.getFirst().wireName());
            }
        }
    }

    @Test
    void whatNoRouteNamesIsNotThere() throws Exception {
        for (var path : List.of("/api", "/api/", "/admin", "/api/channels/", "//", "/..", "/%2e%2e/etc/passwd")) {
            assertThat(ask("GET " + path, OPERATOR).status()).as(path).isEqualTo(404);
        }
        assertThat(ask("DELETE /api/status", OPERATOR).status()).isEqualTo(405);
    }

    // Origin and Host, before everything

    @Test
    void aForeignOriginOrHostIsRefusedOnEveryRouteAndBeforeEveryUpgradeEvenWithTheRightToken() throws Exception {
        var port = gateway.port();
        var host = "Host: 127.0.0.1:" + port;
        for (var route : gateway.routes()) {
            for (var head : List.of(new String[] {head(route), OPERATOR}, RawSocket.upgrade(path(route), OPERATOR))) {
                assertThat(status(head, "Host: rebound.example"))
                        .as("%s", route)
                        .isEqualTo(403);
                assertThat(status(head, "Host: 127.0.0.1.rebound.example")).isEqualTo(403);
                assertThat(status(head, host, "Origin: https://evil.example")).isEqualTo(403);
                assertThat(status(head, host, "Origin: null")).isEqualTo(403);
                assertThat(status(head, host, "Origin: http://127.0.0.1:1")).isEqualTo(403);
                assertThat(status(head)).as("no Host").isEqualTo(400);
                assertThat(status(head, host, host)).as("two Hosts").isEqualTo(400);
            }
        }
        assertThat(status(new String[] {"GET /nothing HTTP/1.1"}, "Host: rebound.example"))
                .isEqualTo(403);
    }

    @Test
    void ourOwnOriginAndOurNamesAreLetThrough() throws Exception {
        var port = gateway.port();
        assertThat(status(
                        new String[] {"GET /api/status HTTP/1.1", OPERATOR},
                        "Host: localhost:" + port,
                        "Origin: http://localhost:" + port))
                .isEqualTo(200);
        assertThat(status(new String[] {"GET /api/status HTTP/1.1", OPERATOR}, "Host: gateway.example"))
                .isEqualTo(200);
        assertThat(ask("GET /api/status", OPERATOR).headers().keySet())
                .as("nobody else may read us")
                .noneMatch(name -> name.startsWith("access-control-"));
    }

    // Wrong tokens

    @Test
    void wrongTokensGet401AndThen429WithRetryAfterWhileARightOneAlwaysPasses() throws Exception {
        for (int i = 0; i < 10; i++) {
            // Claiming another address is no way round the limit.
            var answer = ask("GET /api/status", "Authorization: Bearer wrong-" + i, "X-Forwarded-For: 203.0.113." + i);
            assertThat(answer.status()).isEqualTo(401);
        }
        var slowed = ask("GET /api/status", "Authorization: Bearer wrong");
        assertThat(slowed.status()).isEqualTo(429);
        assertThat(Integer.parseInt(slowed.header("Retry-After"))).isBetween(1, 6);
        assertThat(ask("GET /api/status", OPERATOR).status()).isEqualTo(200);

        // Every other door counts with it.
        assertThat(post("/api/session", "{\"token\":\"wrong\"}").status()).isEqualTo(429);
        assertThat(post("/api/session", "{\"code\":\"wrong\"}").status()).isEqualTo(429);
        assertThat(ask("GET /metrics", "Authorization: Bearer wrong").status()).isEqualTo(429);
        assertThat(Device.refusal(gateway.channel("guarded"), Map.of("Authorization", "Bearer wrong")))
                .isEqualTo(429);
        try (var device = Device.open(gateway.channel("guarded"))) {
            device.send("{\"type\":\"connect\",\"peer_id\":\"device-001\",\"token\":\"wrong\"}");
            assertThat(device.next().get("code").stringValue()).isEqualTo("rate_limited");
            assertThat(device.closeCode()).isEqualTo(4401);
        }
        // And nobody who is right is locked out by those who are not.
        Device.open(gateway.channel("guarded"), Map.of("Authorization", "Bearer device-secret"))
                .close();
        assertThat(post("/api/session", "{\"token\":\"%s\"}".formatted(TestGateway.TOKEN))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aTokenInAQueryStringIsNotLookedAt() throws Exception {
        for (var name : List.of("token", "access_token", "authorization", "key")) {
            assertThat(ask("GET /api/status?%s=%s".formatted(name, TestGateway.TOKEN))
                            .status())
                    .isEqualTo(401);
        }
        try (var device = Device.open(URI.create(gateway.channel("guarded") + "?token=device-secret"))) {
            device.send("{\"type\":\"connect\",\"peer_id\":\"device-001\"}");
            assertThat(device.next().get("code").stringValue()).isEqualTo("unauthorized");
            assertThat(device.closeCode()).isEqualTo(4401);
        }
    }

    // Scopes and revoking

    @Test
    void nobodyGrantsMoreThanTheyHaveWhateverTheyClaim() throws Exception {
        var clerk = mint(Scope.ADMIN, Scope.STATUS_READ);
        var asked = "{\"name\":\"more\",\"scopes\":[\"status:read\",\"terminal:write\"]}";
        var made = post("/api/tokens", asked, bearer(clerk.secret()));
        assertThat(made.status()).isEqualTo(201);
        assertThat(Json.mapper().readTree(made.body()).at("/token/scopes").toString())
                .isEqualTo("[\"status:read\"]");
        assertThat(post("/api/tokens", "{\"name\":\"n\",\"scopes\":[\"task:write\"]}", bearer(clerk.secret()))
                        .status())
                .isEqualTo(400);
        var reader = mint(Scope.STATUS_READ);
        assertThat(post("/api/tokens", "{\"name\":\"n\",\"scopes\":[\"admin\"]}", bearer(reader.secret()))
                        .status())
                .isEqualTo(403);
        assertThat(ask("GET /api/sessions?scopes=task:read", bearer(reader.secret()), "X-Scopes: task:read")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void aRevokedTokenFailsAtOnceAndItsOpenStreamEnds() throws Exception {
        talk("device-001", "m-1");
        var token = mint(Scope.TASK_READ);
        var other = mint(Scope.TASK_READ);
        try (var mine = stream(0, bearer(token.secret()));
                var others = stream(0, bearer(other.secret()))) {
            mine.until("answered");
            others.until("turn_end");
            assertThat(ask("DELETE /api/tokens/" + token.id(), OPERATOR).status())
                    .isEqualTo(204);
            assertThat(ask("GET /api/sessions", bearer(token.secret())).status())
                    .isEqualTo(401);
            mine.awaitEnd();
            talk("device-001", "m-2");
            assertThat(others.next().at("/event/messageId").stringValue())
                    .as("the others go on")
                    .isEqualTo("m-2");
        }
    }

    // Browsers

    @Test
    void aSignInCodeWorksOnceAndTheCookieAloneChangesNothing() throws Exception {
        var code = gateway.gateway().signInCode();
        assertThat(code.fragment()).isEqualTo("#code=" + code.code());
        var signedIn = post("/api/session", "{\"code\":\"%s\"}".formatted(code.code()));
        assertThat(signedIn.status()).isEqualTo(200);
        assertThat(signedIn.header("Set-Cookie"))
                .startsWith("switchboard_%d=".formatted(gateway.port()))
                .contains("; HttpOnly")
                .contains("; SameSite=Strict")
                .contains("; Path=/");
        assertThat(post("/api/session", "{\"code\":\"%s\"}".formatted(code.code()))
                        .status())
                .as("the second time")
                .isEqualTo(401);

        var cookie = "Cookie: " + signedIn.header("Set-Cookie").split(";", 2)[0];
        var value = "X-Switchboard-Session: "
                + Json.mapper().readTree(signedIn.body()).get("csrf").stringValue();
        assertThat(ask("GET /api/status", cookie).status()).isEqualTo(200);
        assertThat(ask("GET /api/status", value).status())
                .as("the value alone is nobody")
                .isEqualTo(401);
        assertThat(post("/api/tokens", "{\"name\":\"n\",\"scopes\":[\"status:read\"]}", cookie)
                        .status())
                .as("another page of this machine could have caused this")
                .isEqualTo(403);
        assertThat(ask("DELETE /api/session", cookie, "X-Switchboard-Session: wrong")
                        .status())
                .isEqualTo(403);
        assertThat(post("/api/tokens", "{\"name\":\"n\",\"scopes\":[\"status:read\"]}", cookie, value)
                        .status())
                .isEqualTo(201);
    }

    @Test
    void signingOutEndsTheSessionItsCookieAndItsStreams() throws Exception {
        talk("device-001", "m-1");
        var signedIn = post("/api/session", "{\"token\":\"%s\"}".formatted(TestGateway.TOKEN));
        var cookie = "Cookie: " + signedIn.header("Set-Cookie").split(";", 2)[0];
        var value = "X-Switchboard-Session: "
                + Json.mapper().readTree(signedIn.body()).get("csrf").stringValue();
        try (var events = stream(0, cookie)) {
            events.until("answered");
            var out = ask("DELETE /api/session", cookie, value);
            assertThat(out.status()).isEqualTo(204);
            assertThat(out.header("Set-Cookie")).contains("Max-Age=0");
            events.awaitEnd();
        }
        assertThat(ask("GET /api/status", cookie).status()).isEqualTo(401);
    }

    @Test
    void aSignedInBrowserGetsNoFurtherThanItsToken() throws Exception {
        var reader = mint(Scope.STATUS_READ);
        var signedIn = post("/api/session", "{\"token\":\"%s\"}".formatted(reader.secret()));
        var cookie = "Cookie: " + signedIn.header("Set-Cookie").split(";", 2)[0];
        assertThat(ask("GET /api/status", cookie).status()).isEqualTo(200);
        assertThat(ask("GET /api/sessions", cookie).status()).isEqualTo(403);
        assertThat(ask("DELETE /api/tokens/" + reader.id(), OPERATOR).status()).isEqualTo(204);
        assertThat(ask("GET /api/status", cookie).status()).isEqualTo(401);
    }

    // Channels

    @Test
    void aChannelsTokenOpensItsChannelAndNothingElseAndTheOperatorsDoesNotOpenIt() throws Exception {
        var guarded = gateway.channel("guarded");
        try (var device = Device.open(guarded, Map.of("Authorization", "Bearer device-secret"))) {
            device.send("{\"type\":\"connect\",\"peer_id\":\"device-001\"}").next("connected");
        }
        try (var device = Device.open(guarded)) {
            device.send("{\"type\":\"connect\",\"peer_id\":\"device-001\",\"token\":\"device-secret\"}")
                    .next("connected");
        }
        for (var wrong : List.of("hook-secret", TestGateway.TOKEN, SCRAPER, "")) {
            assertThat(Device.refusal(guarded, Map.of("Authorization", "Bearer " + wrong)))
                    .isEqualTo(401);
        }
        assertThat(ask("GET /api/status", bearer("device-secret")).status()).isEqualTo(401);

        var hook = "{\"peer_id\":\"ci\",\"message_id\":\"m-1\",\"text\":\"hello\"}";
        assertThat(post("/api/channels/hooks-guarded/webhook", hook).status()).isEqualTo(401);
        assertThat(post("/api/channels/hooks-guarded/webhook", hook, bearer("device-secret"))
                        .status())
                .isEqualTo(401);
        assertThat(post("/api/channels/hooks-guarded/webhook", hook, bearer("hook-secret"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void anOpenChannelAnswersOnlyWhoIsOnThisMachineByEveryMeasure() throws Exception {
        var port = gateway.port();
        var host = "Host: 127.0.0.1:" + port;
        var foreign = List.of(
                List.of(host, "X-Forwarded-For: 203.0.113.9"),
                List.of(host, "X-Forwarded-For: 127.0.0.1, 203.0.113.9"),
                List.of(host, "X-Forwarded-For: 203.0.113.9, 127.0.0.1"),
                List.of(host, "X-Forwarded-For: 127.0.0.1", "X-Forwarded-For: 203.0.113.9"),
                List.of(host, "X-Forwarded-For: unknown"),
                List.of(host, "X-Forwarded-For: localhost.evil.example"),
                List.of(host, "X-Forwarded-For: ::ffff:203.0.113.9"),
                List.of(host, "Forwarded: for=203.0.113.9"),
                List.of(host, "Forwarded: for=127.0.0.1, for=\"[2001:db8::1]:4711\""),
                List.of(host, "Forwarded: proto=http;FOR=203.0.113.9"),
                List.of(host, "Forwarded: for=_hidden"),
                List.of("Host: gateway.example"),
                List.of(host, "Origin: http://127.0.0.1:" + port));
        for (var lines : foreign) {
            assertThat(RawSocket.ask(
                                    port,
                                    RawSocket.upgrade("/api/channels/terminal-dev/ws", lines.toArray(String[]::new)))
                            .status())
                    .as("%s", lines)
                    .isEqualTo(401);
            var body = "{\"peer_id\":\"ci\",\"message_id\":\"m-1\",\"text\":\"hello\"}";
            var head = new ArrayList<>(List.of("POST /api/channels/hooks/webhook HTTP/1.1"));
            head.addAll(lines);
            assertThat(ask(head, body).status()).as("%s", lines).isEqualTo(401);
        }
        for (var lines : List.of(
                List.of(host),
                List.of("Host: localhost:" + port),
                List.of("Host: [::1]:" + port),
                List.of(host, "X-Forwarded-For: 127.0.0.1"),
                List.of(host, "X-Forwarded-For: ::1, 127.0.0.1"),
                List.of(host, "Forwarded: for=\"[::1]\""))) {
            assertThat(RawSocket.ask(
                                    port,
                                    RawSocket.upgrade("/api/channels/terminal-dev/ws", lines.toArray(String[]::new)))
                            .status())
                    .as("%s", lines)
                    .isEqualTo(101);
        }
    }

    // Those who have not said who they are

    @Test
    void oneAddressHoldsAtMost512SocketsThatHaveNotSaidWhoTheyAre() throws Exception {
        var sockets = new ArrayList<RawSocket>();
        try {
            var head = RawSocket.upgrade("/api/channels/guarded/ws", "Host: 127.0.0.1:" + gateway.port());
            for (int i = 0; i < 512; i++) {
                var socket = RawSocket.to(gateway.port()).send(head);
                assertThat(socket.answer().status()).isEqualTo(101);
                sockets.add(socket);
            }
            try (var late = RawSocket.to(gateway.port())) {
                assertThat(late.ended()).isTrue();
            }
            // One of them says who it is and makes room.
            sockets.getFirst().text("{\"type\":\"connect\",\"peer_id\":\"device-001\",\"token\":\"device-secret\"}");
            await().until(() -> {
                try {
                    return ask("GET /healthz").status() == 200;
                } catch (IOException e) {
                    return false;
                }
            });
        } finally {
            for (var socket : sockets) {
                socket.close();
            }
        }
        await().ignoreException(IOException.class)
                .until(() -> ask("GET /healthz").status() == 200);
    }

    // Pages, metrics

    @Test
    void thePageTellsBrowsersToLoadNothingElseAndTalkToNobodyElse() throws Exception {
        for (var path : List.of("/", "/app.js", "/app.css", "/api/status", "/nothing")) {
            var answer = ask("GET " + path);
            assertThat(answer.header("Content-Security-Policy"))
                    .as(path)
                    .contains("default-src 'none'")
                    .contains("script-src 'self'")
                    .contains("connect-src 'self'")
                    .contains("frame-ancestors 'none'")
                    .contains("base-uri 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
            assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(answer.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
            assertThat(answer.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
        }
        assertThat(ask("GET /").body())
                .doesNotContain("<style")
                .doesNotContain("onclick")
                .doesNotContain("https://");
        assertThat(ask("GET /app.js").body())
                .as("no server's address is taken from the page's own")
                .doesNotContain("location.search");
    }

    @Test
    void metricsNeedATokenOrTheScrapersWhichOpensNothingElse() throws Exception {
        assertThat(ask("GET /metrics").status()).isEqualTo(401);
        assertThat(ask("GET /metrics", bearer(SCRAPER)).status()).isEqualTo(200);
        assertThat(ask("GET /metrics", bearer(mint(Scope.STATUS_READ).secret())).status())
                .isEqualTo(200);
        assertThat(ask("GET /metrics", bearer(mint(Scope.TASK_READ).secret())).status())
                .isEqualTo(403);
        assertThat(ask("GET /api/status", bearer(SCRAPER)).status()).isEqualTo(401);
        assertThat(post("/api/session", "{\"token\":\"%s\"}".formatted(SCRAPER)).status())
                .isEqualTo(401);
    }

    // A session's events

    @Test
    void aStreamIsReplayThenLiveWithoutAGapOrARepeatWhileMessagesFlow() throws Exception {
        talk("device-001", "m-first");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var device = gateway.connect("device-001")) {
            var readers = new ArrayList<Future<List<Long>>>();
            for (int i = 0; i < 60; i++) {
                device.message("m-" + i, "hello");
                if (i % 12 == 0) {
                    long after = i % 24 == 0 ? 0 : 3;
                    readers.add(threads.submit(() -> sequence(after)));
                }
                device.next("message");
            }
            device.message("m-last", "hello").next("message");
            for (int i = 0; i < readers.size(); i++) {
                var seen = readers.get(i).get(60, TimeUnit.SECONDS);
                assertThat(seen)
                        .containsExactlyElementsOf(LongStream.rangeClosed(seen.getFirst(), seen.getLast())
                                .boxed()
                                .toList());
                assertThat(seen.getFirst()).isEqualTo(i % 2 == 0 ? 1 : 4);
            }
        }
    }

    @Test
    void aBrowserThatComesBackIsSentWhatItMissed() throws Exception {
        talk("device-001", "m-1");
        try (var events = stream(0, OPERATOR, "Last-Event-ID: 2")) {
            assertThat(events.next().get("seq").longValue()).isEqualTo(3);
        }
    }

    @Test
    void aCursorNeverShowsAnotherSessionsEvents() throws Exception {
        talk("device-001", "m-1");
        talk("device-002", "m-2");
        assertThat(ask("GET /api/sessions/terminal-dev:local:device-002/events?after=0", OPERATOR)
                        .body())
                .contains("m-2")
                .doesNotContain("m-1");
        assertThat(ask("GET /api/sessions/terminal-dev:local:device-00/events", OPERATOR)
                        .status())
                .isEqualTo(404);
        assertThat(ask("GET /api/sessions/terminal-dev:local:device-001/events?after=-1", OPERATOR)
                        .status())
                .isEqualTo(400);
    }

    // The process

    @Test
    void itRefusesToListenBeyondThisMachineWithoutEncryptionAndSaysWhy() throws Exception {
        for (var host : List.of("0.0.0.0", "::", "192.0.2.1")) {
            try (var process = LiveGateway.run(
                    "--host",
                    host,
                    "--port",
                    "0",
                    "--data",
                    data.resolve("not-made").toString())) {
                assertThat(process.exitCode()).isEqualTo(2);
                assertThat(process.output())
                        .contains("can be reached from other machines")
                        .contains("server.tls")
                        .contains("server.behindProxy")
                        .doesNotContain("Exception");
            }
        }
        assertThat(data.resolve("not-made")).doesNotExist();
    }

    @Test
    void theOperatorsTokenIsForItsOwnerAloneAndNeitherItNorATextIsEverPrinted() throws Exception {
        var folder = data.resolve("fresh");
        try (var fresh = LiveGateway.fresh(folder)) {
            var file = folder.resolve("operator.token");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            var token = Files.readString(file).strip();
            assertThat(RawSocket.ask(fresh.port(), "GET /api/status HTTP/1.1", "Host: 127.0.0.1", bearer(token))
                            .status())
                    .isEqualTo(200);
            assertThat(RawSocket.ask(fresh.port(), "GET /api/status HTTP/1.1", "Host: 127.0.0.1", bearer("guess-4711"))
                            .status())
                    .isEqualTo(401);
            try (var device = Device.connect(fresh.device(), "device-001")) {
                device.message("m-1", "my password is swordfish").next("message");
            }
            // The log speaks after the reply is out.
            await().untilAsserted(() ->
                    assertThat(fresh.output()).contains("message accepted").contains("run finished"));
            assertThat(fresh.output())
                    .doesNotContain(token)
                    .doesNotContain("guess-4711")
                    .doesNotContain("swordfish")
                    .doesNotContain("#code=");
        }
    }

    private record Minted(String id, String secret) {}

    private Minted mint(Scope... scopes) throws IOException {
        var body = Json.mapper().createObjectNode().put("name", "a test");
        var names = body.putArray("scopes");
        Arrays.stream(scopes).map(Scope::wireName).forEach(names::add);
        var answer = post("/api/tokens", body.toString(), OPERATOR);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        var made = Json.mapper().readTree(answer.body());
        return new Minted(
                made.at("/token/token_id").stringValue(), made.get("secret").stringValue());
    }

    private void talk(String peer, String id) throws InterruptedException {
        try (var device = gateway.connect(peer)) {
            device.message(id, "hello").next("message");
        }
        // The answer is sent before its turn's end is read by others; both are one commit.
    }

    private Events stream(long after, String... headers) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(
                        gateway.http("/api/sessions/terminal-dev:local:device-001/events?after=" + after))
                .header("Accept", "text/event-stream");
        for (var header : headers) {
            request.header(header.split(": ", 2)[0], header.split(": ", 2)[1]);
        }
        var response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        return new Events(response.body());
    }

    /** The numbers of all events after this one, up to the end of the run of {@code m-last}. */
    private List<Long> sequence(long after) throws IOException, InterruptedException {
        var seen = new ArrayList<Long>();
        try (var events = stream(after, OPERATOR)) {
            while (true) {
                var event = events.next();
                seen.add(event.get("seq").longValue());
                if (event.at("/event/type").stringValue().equals("answered")
                        && event.at("/event/messageId").stringValue().equals("m-last")) {
                    return seen;
                }
            }
        }
    }

    private static String bearer(String token) {
        return "Authorization: Bearer " + token;
    }

    private static String path(Route route) {
        return route.pattern().text().replace("{channel_id}", "guarded").replaceAll("\\{[^}]*}", "x");
    }

    private static String head(Route route) {
        return "%s %s HTTP/1.1".formatted(route.method(), path(route));
    }

    private Answer ask(Route route, String... headers) throws IOException {
        return ask(route.method() + " " + path(route), headers);
    }

    private Answer ask(String methodAndPath, String... headers) throws IOException {
        var head = new ArrayList<>(List.of(methodAndPath + " HTTP/1.1", "Host: 127.0.0.1:" + gateway.port()));
        head.addAll(List.of(headers));
        return RawSocket.ask(gateway.port(), head.toArray(String[]::new));
    }

    private Answer post(String path, String json, String... headers) throws IOException {
        var head = new ArrayList<>(List.of("POST " + path + " HTTP/1.1", "Host: 127.0.0.1:" + gateway.port()));
        head.addAll(List.of(headers));
        return ask(head, json);
    }

    private Answer ask(List<String> head, String json) throws IOException {
        var lines = new ArrayList<>(head);
        lines.add("Content-Type: application/json");
        lines.add("Content-Length: " + json.length());
        try (var socket = RawSocket.to(gateway.port())) {
            return socket.send((String.join("\r\n", lines) + "\r\n\r\n" + json).getBytes(StandardCharsets.UTF_8))
                    .answer();
        }
    }

    private int status(String[] head, String... more) throws IOException {
        var lines = new ArrayList<>(List.of(head));
        lines.addAll(List.of(more));
        return RawSocket.ask(gateway.port(), lines.toArray(String[]::new)).status();
    }
}
