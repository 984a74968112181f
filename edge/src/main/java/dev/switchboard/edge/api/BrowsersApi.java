package dev.switchboard.edge.api;

import dev.switchboard.core.identity.Browser;
import dev.switchboard.core.identity.BrowserStore;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.Credentials;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Signed-in browsers: list, rename, end. With {@code admin} all of them; without it a browser has itself, and a token
 * the browsers that were signed in with it.
 */
public final class BrowsersApi {
    record NewName(@Nullable String name) {}

    record BrowserList(List<BrowserLine> browsers) {}

    /** @param own whether it is the one this was asked with */
    @JsonNaming(SnakeCaseStrategy.class)
    record BrowserLine(
            String browserId, String name, Instant createdAt, Instant lastSeenAt, String address, boolean own) {}

    private final BrowserStore browsers;
    private final Credentials credentials;
    private final SignOut signOut;
    private final Masking masking;

    /** @param masking for names, which are people's words */
    public BrowsersApi(BrowserStore browsers, Credentials credentials, LiveCredentials open, Masking masking) {
        this.browsers = browsers;
        this.credentials = credentials;
        this.signOut = new SignOut(browsers, open);
        this.masking = masking;
    }

    public List<Route> routes() {
        var own = new Access.Own();
        return List.of(
                new Route("GET", "/api/browsers", own, this::list),
                new Route("PATCH", "/api/browsers/{browser_id}", own, this::rename),
                new Route("DELETE", "/api/browsers/{browser_id}", own, this::end));
    }

    private Response list(Call call) {
        var caller = call.caller();
        return Replies.json(
                200,
                new BrowserList(browsers.list().stream()
                        .filter(browser -> mayTouch(caller, browser))
                        // One whose token has expired is over, though nobody has said so.
                        .filter(browser ->
                                credentials.liveById(browser.tokenId()).isPresent())
                        .map(browser -> line(browser, caller))
                        .toList()));
    }

    private Response rename(Call call) {
        var refusal = refusal(call);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        var name = GivenName.of(call.body(NewName.class).name(), "which browser it is");
        return browsers.rename(call.variable("browser_id"), name)
                .map(browser -> Replies.json(200, line(browser, call.caller())))
                .orElseGet(BrowsersApi::unknown);
    }

    private Response end(Call call) {
        var refusal = refusal(call);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        return signOut.end(call.variable("browser_id")) ? Replies.empty(204) : unknown();
    }

    /** Without {@code admin} an unknown one is answered like another's: nobody learns here which there are. */
    private Optional<Response> refusal(Call call) {
        var found = browsers.byId(call.variable("browser_id"));
        var caller = call.caller();
        if (found.filter(browser -> mayTouch(caller, browser)).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                caller.allows(Scope.ADMIN)
                        ? unknown()
                        : Replies.error(
                                403,
                                "missing_scope",
                                "This needs the scope admin for browsers other than your own. Use a token that has"
                                        + " it."));
    }

    private static boolean mayTouch(Credential caller, Browser browser) {
        if (caller.allows(Scope.ADMIN)) {
            return true;
        }
        var self = caller.browserSession();
        return self == null
                ? browser.tokenId().equals(caller.token().id())
                : browser.id().equals(self);
    }

    private BrowserLine line(Browser stored, Credential caller) {
        var browser = credentials.seen().of(stored);
        return new BrowserLine(
                browser.id(),
                masking.mask(browser.name()),
                browser.createdAt(),
                browser.lastSeenAt(),
                browser.address(),
                browser.id().equals(caller.browserSession()));
    }

    private static Response.Full unknown() {
        return Replies.notFound("There is no signed-in browser of this id. GET /api/browsers lists them.");
    }
}
