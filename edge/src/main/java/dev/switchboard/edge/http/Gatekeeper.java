package dev.switchboard.edge.http;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.auth.Authentication;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.Credentials;
import dev.switchboard.edge.auth.SessionCookie;
import dev.switchboard.edge.net.Request;
import dev.switchboard.edge.net.Response;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks for the credential that a route's {@link Access} calls for, and words the answer to those who have none. */
final class Gatekeeper {
    /** Whether a request may go on. */
    sealed interface Decision {
        record Pass(@Nullable Credential credential) implements Decision {}

        record Stop(Response.Full answer) implements Decision {}
    }

    private final Credentials credentials;
    private final SessionCookie cookie;

    Gatekeeper(Credentials credentials, SessionCookie cookie) {
        this.credentials = credentials;
        this.cookie = cookie;
    }

    Decision decide(Access access, Request request) {
        return switch (access) {
            case Access.Open open -> new Decision.Pass(null);
            case Access.InBand inBand -> new Decision.Pass(null);
            case Access.OwnOrInBand _ -> {
                var authentication = credentials.authenticate(request);
                yield authentication instanceof Authentication.Missing
                        ? new Decision.Pass(null)
                        : decide(authentication, List.of(), request);
            }
            case Access.Own() -> decide(credentials.authenticate(request), List.of(), request);
            case Access.Needs(var scope) -> decide(credentials.authenticate(request), List.of(scope), request);
            case Access.NeedsOneOf(var scopes) -> decide(credentials.authenticate(request), scopes, request);
            case Access.NeedsOrScrapeToken(var scope) ->
                decide(credentials.authenticateScraper(request), List.of(scope), request);
        };
    }

    /** @param needed one of these; any credential will do if there are none */
    private Decision decide(Authentication authentication, List<Scope> needed, Request request) {
        return switch (authentication) {
            case Authentication.Known(var credential)
            when needed.isEmpty() || needed.stream().anyMatch(credential::allows) -> new Decision.Pass(credential);
            case Authentication.Known known ->
                new Decision.Stop(Replies.missingScope(
                        needed.stream().map(Scope::wireName).collect(Collectors.joining(" or "))));
            case Authentication.Scraper() -> new Decision.Pass(null);
            case Authentication.Missing() ->
                new Decision.Stop(
                        Replies.unauthorized("This needs a token. Send it as Authorization: Bearer, or sign in."));
            case Authentication.Wrong() ->
                new Decision.Stop(Replies.unauthorized("This token is not valid, or no longer. Use another one."));
            case Authentication.Stale() ->
                new Decision.Stop(Replies.with(
                        Replies.unauthorized("Your session has ended. Sign in again."),
                        "Set-Cookie",
                        cookie.clear(request)));
            case Authentication.Unproven() ->
                new Decision.Stop(Replies.error(
                        403,
                        "session_value_required",
                        "A signed-in browser sends its session's value too. Put it in %s, or sign in again."
                                .formatted(Credentials.SESSION_HEADER)));
            case Authentication.TooMany(var retryAfter) -> new Decision.Stop(Replies.tooManyAttempts(retryAfter));
        };
    }
}
