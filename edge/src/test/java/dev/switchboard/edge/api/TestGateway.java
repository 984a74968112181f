package dev.switchboard.edge.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.edge.auth.Credentials;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.auth.MemoryBrowsers;
import dev.switchboard.edge.auth.MemoryTokens;
import dev.switchboard.edge.auth.SignInCodes;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.auth.TokenGuard;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.http.Router;
import dev.switchboard.edge.hud.HudRoutes;
import dev.switchboard.edge.net.Response;
import dev.switchboard.edge.web.Pages;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.MovableClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The edge's HTTP side put together as the app does it, over memory, without a network. */
public final class TestGateway {
    public static final String OPERATOR = "operator-secret";
    public static final String SCRAPER = "scrape-secret";

    public final MovableClock clock = new MovableClock(Instant.parse("2026-06-01T12:00:00Z"));
    public final MemoryTokens tokens = new MemoryTokens(clock);
    public final AccessToken operator = tokens.keepOperator(OPERATOR);
    public final SignInCodes codes = new SignInCodes(clock);
    public final MemoryBrowsers browsers = tokens.browsers;
    public final TokenGuard guard = new TokenGuard(clock);
    public final List<String> complaints = new ArrayList<>();
    public final Credentials credentials;
    public final LiveCredentials open;
    public final Router router;
    final Total pages = new Total("event pages", 1024 * 1024);
    final MemoryLedger ledger = new MemoryLedger(clock);
    final MemorySessions sessions = new MemorySessions(ledger);
    final MemoryJournal journal = new MemoryJournal();
    final RememberedControls controls = new RememberedControls();
    final MemoryFiles files = new MemoryFiles();

    public TestGateway() {
        this(Doorway.local());
    }

    public TestGateway(Pages pages) {
        this(Doorway.local(), pages);
    }

    public TestGateway(Doorway doorway, Route... more) {
        this(doorway, Pages.ofThisBuild(), more);
    }

    private TestGateway(Doorway doorway, Pages webPages, Route... more) {
        credentials = new Credentials(tokens, browsers, guard, doorway, SCRAPER, clock);
        open = new LiveCredentials(credentials::isLive, credentials.seen()::note);
        var routes = new ArrayList<Route>();
        routes.addAll(new HealthApi(() -> complaints, () -> "up 1\n").routes());
        sessions.put(MemoryJournal.SESSION.value(), SessionKind.CHAT);
        var door = new SessionDoor(sessions);
        routes.addAll(new SessionListApi(sessions, sessions, sessions).routes());
        var masking = new Masking(List.of(OPERATOR));
        var feed = new Feed(ledger, masking);
        routes.addAll(new SessionsApi(door, ledger, feed, open, pages).routes());
        routes.addAll(new ApprovalsApi(new Approvals(journal, clock, () -> "event-1", new LocalBus())).routes());
        routes.addAll(new ControlApi(controls, door, run -> ledger.run(run).map(Ledger.RunSummary::session)).routes());
        routes.addAll(new ResultsApi(door, journal, masking, open).routes());
        routes.addAll(new FilesApi(door, sessions, files, masking, open).routes());
        routes.addAll(new TokensApi(tokens, open, credentials.seen(), masking, clock).routes());
        routes.addAll(new SignInApi(codes, browsers, credentials, guard, open, doorway, masking, "0.1.0").routes());
        routes.addAll(new BrowsersApi(browsers, credentials, open, masking).routes());
        routes.addAll(new HudRoutes(sessions, (_, _, _) -> {
                    throw new AssertionError("nobody is upgraded here");
                })
                .routes());
        routes.addAll(webPages.routes());
        routes.addAll(List.of(more));
        router = new Router(routes, doorway, credentials);
    }

    public Response.Full ask(TestRequest request) {
        return whole(router.handle(request.build()));
    }

    private static Response.Full whole(Response response) {
        if (!(response instanceof Response.Streamed(var status, var headers, var writer))) {
            return (Response.Full) response;
        }
        var body = new ByteArrayOutputStream();
        try {
            writer.write(new Response.BodySink() {
                @Override
                public void write(byte[] bytes) {
                    body.writeBytes(bytes);
                }

                @Override
                public boolean closedWithin(Duration patience) {
                    return false;
                }

                @Override
                public void cut() {
                    throw new AssertionError("nobody holds too much here");
                }
            });
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            writer.over();
        }
        return new Response.Full(status, headers, body.toByteArray());
    }

    /** The secret of a new token with these scopes. */
    public String tokenWith(Scope... scopes) {
        return tokens.given(null, scopes).secret();
    }

    public static JsonNode json(Response.Full response) {
        return Json.mapper().readTree(response.body());
    }

    public static String text(Response.Full response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    public static String header(Response.Full response, String name) {
        return response.headers().first(name).orElse("");
    }

    /** Every error is the same JSON with a code and a sentence. */
    public static void assertError(Response.Full response, int status, String code) {
        assertThat(response.status()).as(text(response)).isEqualTo(status);
        assertThat(header(response, "Content-Type")).isEqualTo("application/json");
        var error = json(response).path("error");
        assertThat(error.path("code").asString()).isEqualTo(code);
        assertThat(error.path("message").asString()).hasSizeGreaterThan(10).matches(".*[.?]");
    }
}
