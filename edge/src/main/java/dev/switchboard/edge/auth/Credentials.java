package dev.switchboard.edge.auth;

import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.BrowserStore;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.edge.net.Request;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who is asking, anew for every request: {@code Authorization: Bearer}, or a signed-in browser's cookie with
 * its session's value. A query string is never looked at, since it ends in logs and in {@code Referer}. Thread: any.
 */
public final class Credentials {
    /** The header that carries the session's value. */
    public static final String SESSION_HEADER = "X-Switchboard-Session";
    /** Browsers cannot set headers on a WebSocket, so there the value is an offered subprotocol with this prefix. */
    public static final String SESSION_PROTOCOL = "switchboard.session.";

    private static final String BEARER = "Bearer ";

    private final TokenStore tokens;
    private final BrowserStore browsers;
    private final TokenGuard guard;
    private final Doorway doorway;
    private final SessionCookie cookie;
    private final @Nullable String scrapeToken;
    private final Clock clock;
    private final LastSeen seen;

    /** @param scrapeToken the configured secret of a metrics scraper, if there is one */
    public Credentials(
            TokenStore tokens,
            BrowserStore browsers,
            TokenGuard guard,
            Doorway doorway,
            @Nullable String scrapeToken,
            Clock clock) {
        this.tokens = tokens;
        this.browsers = browsers;
        this.guard = guard;
        this.doorway = doorway;
        this.cookie = new SessionCookie(doorway);
        this.scrapeToken = scrapeToken;
        this.clock = clock;
        this.seen = new LastSeen(tokens, browsers, clock);
    }

    public LastSeen seen() {
        return seen;
    }

    public Authentication authenticate(Request request) {
        return authenticate(request, false);
    }

    /** Like {@link #authenticate}, and the scrape token is one more right answer. */
    public Authentication authenticateScraper(Request request) {
        return authenticate(request, true);
    }

    /**
     * Whether what was right at the start still is: the token lives, or the browser and the token that it stands for by
     * now, since browsers outlive the rotation of their token.
     */
    public boolean isLive(Credential credential) {
        var browser = credential.browserSession();
        return browser == null
                ? liveById(credential.token().id()).isPresent()
                : browsers.byId(browser)
                        .flatMap(found -> liveById(found.tokenId()))
                        .isPresent();
    }

    /** The live token with this secret. For in-band sign-in; the caller asks the {@link TokenGuard}. */
    public Optional<AccessToken> liveToken(String secret) {
        return tokens.find(secret).filter(token -> token.isLiveAt(clock.instant()));
    }

    /** The token of this id if it lives. */
    public Optional<AccessToken> liveById(String id) {
        return tokens.byId(id).filter(token -> token.isLiveAt(clock.instant()));
    }

    private Authentication authenticate(Request request, boolean scraperToo) {
        var bearers = request.headers().all("Authorization").stream()
                .filter(line -> line.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .toList();
        if (!bearers.isEmpty()) {
            return byBearer(request, bearers, scraperToo);
        }
        var cookies = cookie.values(request);
        return cookies.isEmpty() ? new Authentication.Missing() : byCookie(request, cookies);
    }

    private Authentication byBearer(Request request, List<String> bearers, boolean scraperToo) {
        // Two of them would leave it to chance which one a proxy in front has looked at.
        var secret = bearers.size() == 1
                ? bearers.getFirst().substring(BEARER.length()).strip()
                : "";
        if (scraperToo && scrapeToken != null && Secrets.same(secret, scrapeToken)) {
            return new Authentication.Scraper();
        }
        var token = secret.isEmpty() ? Optional.<AccessToken>empty() : liveToken(secret);
        return token.map(found -> known(request, new Credential(found)))
                .orElseGet(() -> failed(request, new Authentication.Wrong()));
    }

    private Authentication byCookie(Request request, List<String> cookies) {
        for (var value : cookies) {
            var browser = browsers.find(value).orElse(null);
            var token = browser == null ? null : liveById(browser.tokenId()).orElse(null);
            if (browser == null || token == null) {
                continue;
            }
            return mustProve(request) && sessionValues(request).noneMatch(said -> browsers.isValue(value, said))
                    ? new Authentication.Unproven()
                    : known(request, new Credential(token, browser));
        }
        return failed(request, new Authentication.Stale());
    }

    private Authentication known(Request request, Credential credential) {
        seen.note(credential, doorway.addressOf(request));
        return new Authentication.Known(credential);
    }

    private Authentication failed(Request request, Authentication failure) {
        return switch (guard.check(doorway.clientOf(request), () -> false)) {
            case TokenGuard.Result.TooMany(var retryAfter) -> new Authentication.TooMany(retryAfter);
            case TokenGuard.Result.Wrong(), TokenGuard.Result.Ok() -> failure;
        };
    }

    private static boolean mustProve(Request request) {
        return request.upgrade()
                || !(request.method().equals("GET") || request.method().equals("HEAD"));
    }

    private static Stream<String> sessionValues(Request request) {
        if (!request.upgrade()) {
            return request.headers().all(SESSION_HEADER).stream();
        }
        return request.headers().all("Sec-WebSocket-Protocol").stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(String::strip)
                .filter(protocol -> protocol.startsWith(SESSION_PROTOCOL))
                .map(protocol -> protocol.substring(SESSION_PROTOCOL.length()));
    }
}
