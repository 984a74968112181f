package dev.switchboard.edge.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.NearestWord;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.edge.auth.BrowserSessions;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Tokens: list, make, revoke. A new token has at most its maker's scopes, which the store sees to, and lives no longer
 * than its maker. Revoking ends what was made from a token: its sockets, streams and browser sessions, at once.
 */
public final class TokensApi {
    static final int MAX_NAME = 100;
    /** Longer than any scope's name; more would only make the search for the nearest one slow. */
    static final int MAX_SCOPE = 40;

    /** A year of four digits: later ones overflow what stores and other programs count in. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private static final Logger log = LoggerFactory.getLogger(TokensApi.class);

    @JsonNaming(SnakeCaseStrategy.class)
    record NewToken(
            @Nullable String name,
            @Nullable List<@Nullable String> scopes,
            @Nullable String expiresAt) {}

    record TokenList(List<TokenLine> tokens) {}

    record MintedToken(TokenLine token, String secret) {}

    /** @param own true if it is the one this was asked with, else absent: who revokes it should know */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record TokenLine(
            String tokenId,
            String name,
            List<String> scopes,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant revokedAt,
            @Nullable Boolean own) {
        static TokenLine of(AccessToken token, AccessToken asker) {
            return new TokenLine(
                    token.id(),
                    token.name(),
                    token.scopes().stream().map(Scope::wireName).sorted().toList(),
                    token.createdAt(),
                    token.expiresAt(),
                    token.revokedAt(),
                    token.id().equals(asker.id()) ? true : null);
        }
    }

    private final TokenStore tokens;
    private final BrowserSessions sessions;
    private final LiveCredentials open;
    private final Clock clock;

    public TokensApi(TokenStore tokens, BrowserSessions sessions, LiveCredentials open, Clock clock) {
        this.tokens = tokens;
        this.sessions = sessions;
        this.open = open;
        this.clock = clock;
    }

    public List<Route> routes() {
        var admin = new Access.Needs(Scope.ADMIN);
        return List.of(
                new Route("GET", "/api/tokens", admin, this::list),
                new Route("POST", "/api/tokens", admin, this::create),
                new Route("DELETE", "/api/tokens/{token_id}", admin, this::revoke));
    }

    private Response list(Call call) {
        var asker = call.caller().token();
        return Replies.json(
                200,
                new TokenList(tokens.list().stream()
                        .map(token -> TokenLine.of(token, asker))
                        .toList()));
    }

    private Response create(Call call) {
        var asked = call.body(NewToken.class);
        var granter = call.caller().token();
        var minted = tokens.mint(granter, name(asked), scopes(asked), expiry(asked, granter));
        log.atInfo()
                .addKeyValue("token", minted.token().id())
                .addKeyValue("granter", granter.id())
                .log("token made");
        return Replies.json(201, new MintedToken(TokenLine.of(minted.token(), granter), minted.secret()));
    }

    // One at a time: of the last two administrators, two callers at once could otherwise revoke both.
    private synchronized Response revoke(Call call) {
        var id = call.variable("token_id");
        var token = tokens.byId(id).filter(found -> found.isLiveAt(clock.instant()));
        if (token.isEmpty()) {
            return Replies.notFound("There is no live token of this id. GET /api/tokens lists them.");
        }
        if (isLastOfItsKind(token.get())) {
            return Replies.error(
                    409,
                    "last_administrator",
                    "No other lasting token can do what this one does, and nobody could make one again. Make another "
                            + "with the same scopes first.");
        }
        tokens.revoke(id);
        sessions.endAllOf(id);
        open.endWhere(credential -> credential.token().id().equals(id));
        log.atInfo().addKeyValue("token", id).log("token revoked");
        return Replies.empty(204);
    }

    /** Since nobody grants more than they have, a scope that its last administrator loses is lost for good. */
    private boolean isLastOfItsKind(AccessToken token) {
        return token.scopes().contains(Scope.ADMIN)
                && token.expiresAt() == null
                && tokens.list().stream()
                        .filter(other -> !other.id().equals(token.id()))
                        .filter(other -> other.isLiveAt(clock.instant()) && other.expiresAt() == null)
                        .noneMatch(other -> other.scopes().containsAll(token.scopes()));
    }

    private static String name(NewToken asked) {
        var name = asked.name() == null ? "" : asked.name().strip();
        if (name.isEmpty() || name.length() > MAX_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw invalid("name is required: 1 to %d characters that say what the token is for.".formatted(MAX_NAME));
        }
        return name;
    }

    private static Set<Scope> scopes(NewToken asked) {
        var names = asked.scopes();
        if (names == null || names.isEmpty()) {
            throw invalid("scopes is required: a list of " + String.join(", ", scopeNames()) + ".");
        }
        return names.stream().map(TokensApi::scope).collect(Collectors.toSet());
    }

    private static Scope scope(@Nullable String name) {
        if (name == null || name.length() > MAX_SCOPE) {
            throw invalid("A scope is one of " + String.join(", ", scopeNames()) + ".");
        }
        return Scope.named(name)
                .orElseThrow(() -> invalid("There is no scope %s. Did you mean %s?"
                        .formatted(name, NearestWord.closest(name, scopeNames()).orElseThrow())));
    }

    private @Nullable Instant expiry(NewToken asked, AccessToken granter) {
        var latest = granter.expiresAt();
        if (asked.expiresAt() == null) {
            return latest;
        }
        var wrong = "expires_at must be a time to come, such as 2030-01-31T12:00:00Z.";
        try {
            var expiresAt = Instant.parse(asked.expiresAt());
            if (!expiresAt.isAfter(clock.instant()) || expiresAt.isAfter(LATEST)) {
                throw invalid(wrong);
            }
            return latest != null && latest.isBefore(expiresAt) ? latest : expiresAt;
        } catch (DateTimeParseException e) {
            throw new SwitchboardException(ErrorCode.INVALID, wrong, e);
        }
    }

    private static List<String> scopeNames() {
        return Arrays.stream(Scope.values()).map(Scope::wireName).toList();
    }

    private static SwitchboardException invalid(String message) {
        return new SwitchboardException(ErrorCode.INVALID, message);
    }
}
