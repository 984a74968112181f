package dev.switchboard.edge.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Browser;
import dev.switchboard.core.identity.BrowserStore;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.auth.BrowserName;
import dev.switchboard.edge.auth.Credentials;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.auth.SessionCookie;
import dev.switchboard.edge.auth.SignInCodes;
import dev.switchboard.edge.auth.TokenGuard;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Request;
import dev.switchboard.edge.net.Response;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** Browsers: a one-time code or a token becomes a session, says who it is, and ends. */
public final class SignInApi {
    private static final Logger log = LoggerFactory.getLogger(SignInApi.class);

    record SignIn(@Nullable String code, @Nullable String token) {}

    /** @param csrf the session's value, to be sent with everything that changes something */
    @JsonNaming(SnakeCaseStrategy.class)
    record SignedIn(String csrf, List<String> scopes, Instant expiresAt) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record NewCode(String code, String urlFragment, String url, Instant expiresAt) {}

    /**
     * Who asks.
     *
     * @param expiresAt when it ends, unless it is used before in the case of a browser
     */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Self(String name, List<String> scopes, @Nullable Instant expiresAt, String version) {}

    private final SignInCodes codes;
    private final BrowserStore browsers;
    private final Credentials credentials;
    private final TokenGuard guard;
    private final SignOut signOut;
    private final Doorway doorway;
    private final SessionCookie cookie;
    private final Masking masking;
    private final String version;

    /** @param masking for names, which are people's words */
    public SignInApi(
            SignInCodes codes,
            BrowserStore browsers,
            Credentials credentials,
            TokenGuard guard,
            LiveCredentials open,
            Doorway doorway,
            Masking masking,
            String version) {
        this.codes = codes;
        this.browsers = browsers;
        this.credentials = credentials;
        this.guard = guard;
        this.signOut = new SignOut(browsers, open);
        this.masking = masking;
        this.doorway = doorway;
        this.cookie = new SessionCookie(doorway);
        this.version = version;
    }

    public List<Route> routes() {
        return List.of(
                new Route("POST", "/api/session", new Access.Open("it is where one shows a code or a token"), this::in),
                new Route("GET", "/api/session", new Access.Own(), this::self),
                new Route("DELETE", "/api/session", new Access.Own(), this::out),
                new Route("POST", "/api/session/codes", new Access.Needs(Scope.ADMIN), this::code));
    }

    private Response in(Call call) {
        var shown = call.body(SignIn.class);
        if ((shown.code() == null) == (shown.token() == null)) {
            throw new SwitchboardException(ErrorCode.INVALID, "Sign in with either a code or a token.");
        }
        var token = find(shown);
        return switch (guard.check(doorway.clientOf(call.request()), token::isPresent)) {
            case TokenGuard.Result.Ok() -> signIn(call.request(), token.orElseThrow());
            case TokenGuard.Result.Wrong() ->
                Replies.unauthorized(
                        shown.code() == null
                                ? "This token is not valid, or no longer. Use another one."
                                : "This code is wrong, used or too old. Ask the gateway for a new one, or sign in with"
                                        + " a token.");
            case TokenGuard.Result.TooMany(var retryAfter) -> Replies.tooManyAttempts(retryAfter);
        };
    }

    private Optional<AccessToken> find(SignIn shown) {
        return Optional.ofNullable(shown.code())
                .flatMap(codes::redeem)
                .flatMap(credentials::liveById)
                .or(() -> Optional.ofNullable(shown.token()).flatMap(credentials::liveToken));
    }

    private Response signIn(Request request, AccessToken token) {
        var former = signedInBefore(request, token);
        var name = former.map(Browser::name)
                .orElseGet(() ->
                        BrowserName.of(request.headers().first("User-Agent").orElse("")));
        var opened = browsers.open(
                token, name, doorway.addressOf(request), former.map(Browser::id).orElse(null));
        var browser = opened.browser();
        former.ifPresent(one -> signOut.ended(one.id()));
        log.atInfo()
                .addKeyValue("token", token.id())
                .addKeyValue("browser", browser.id())
                .log("browser signed in");
        return Replies.with(
                Replies.json(200, new SignedIn(opened.value(), scopes(token), end(browser, token))),
                "Set-Cookie",
                cookie.set(request, opened.cookie()));
    }

    /** The same browser, which forgets its old cookie for the new one. One of another token is left to that token. */
    private Optional<Browser> signedInBefore(Request request, AccessToken token) {
        return cookie.values(request).stream()
                .flatMap(value -> browsers.find(value).stream())
                .filter(browser -> browser.tokenId().equals(token.id()))
                .findFirst();
    }

    private static List<String> scopes(AccessToken token) {
        return token.scopes().stream().map(Scope::wireName).sorted().toList();
    }

    private static Instant end(Browser browser, AccessToken token) {
        var idle = browser.idleEnd();
        var end = token.expiresAt();
        return end != null && end.isBefore(idle) ? end : idle;
    }

    private Response self(Call call) {
        var token = call.caller().token();
        var browser = Optional.ofNullable(call.caller().browserSession())
                .flatMap(browsers::byId)
                .map(credentials.seen()::of);
        var self = browser.map(one -> new Self(masking.mask(one.name()), scopes(token), end(one, token), version))
                .orElseGet(() -> new Self(masking.mask(token.name()), scopes(token), token.expiresAt(), version));
        var answer = Replies.json(200, self);
        return browser.flatMap(one -> cookieOf(one, call.request()))
                .map(value -> Replies.with(answer, "Set-Cookie", cookie.set(call.request(), value)))
                .orElse(answer);
    }

    /** Set again each time, so that a browser in use never forgets it. */
    private Optional<String> cookieOf(Browser browser, Request request) {
        return cookie.values(request).stream()
                .filter(value -> browsers.find(value)
                        .filter(found -> found.id().equals(browser.id()))
                        .isPresent())
                .findFirst();
    }

    private Response out(Call call) {
        var session = call.caller().browserSession();
        if (session == null) {
            return Replies.notFound("A token has no browser session to end. DELETE /api/tokens/{token_id} revokes it.");
        }
        signOut.end(session);
        return Replies.with(Replies.empty(204), "Set-Cookie", cookie.clear(call.request()));
    }

    private Response code(Call call) {
        var issued = codes.issue(call.caller().token());
        var url = doorway.baseUrl(call.request()) + "/" + issued.fragment();
        return Replies.json(200, new NewCode(issued.code(), issued.fragment(), url, issued.expiresAt()));
    }
}
