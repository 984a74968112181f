package dev.switchboard.edge.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.core.identity.TokenStore.Minted;
import dev.switchboard.core.identity.TokenStore.Revocation;
import dev.switchboard.core.identity.TokenStore.Rotation;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.auth.LastSeen;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import dev.switchboard.json.text.NearestWord;
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
 * Tokens: list, make, rotate, revoke. A new token has at most its maker's scopes, which the store sees to, and lives no
 * longer than its maker. Revoking ends all that came of a token, at once: the tokens it made, their browsers, and
 * every socket and stream of any of them.
 */
public final class TokensApi {
    private static final int DEFAULT_PAGE = 100;
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

    /** @param next what to ask for {@code after} next; absent when there is no more */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record TokenList(List<TokenLine> tokens, @Nullable String next) {}

    record MintedToken(TokenLine token, String secret) {}

    /**
     * @param own true if it is the one this was asked with, else absent: who revokes it should know
     * @param madeBy the token that made it; it ends with that one
     */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record TokenLine(
            String tokenId,
            String name,
            List<String> scopes,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant revokedAt,
            @Nullable Boolean own,
            @Nullable String madeBy,
            @Nullable Instant lastSeenAt) {}

    private final TokenStore tokens;
    private final LiveCredentials open;
    private final LastSeen seen;
    private final Masking masking;
    private final Clock clock;

    /** @param masking for names, which are people's words */
    public TokensApi(TokenStore tokens, LiveCredentials open, LastSeen seen, Masking masking, Clock clock) {
        this.tokens = tokens;
        this.open = open;
        this.seen = seen;
        this.masking = masking;
        this.clock = clock;
    }

    public List<Route> routes() {
        var admin = new Access.Needs(Scope.ADMIN);
        return List.of(
                new Route("GET", "/api/tokens", admin, this::list),
                new Route("POST", "/api/tokens", admin, this::create),
                new Route("POST", "/api/tokens/{token_id}/rotate", admin, this::rotate),
                new Route("DELETE", "/api/tokens/{token_id}", admin, this::revoke));
    }

    private Response list(Call call) {
        var asker = call.caller().token();
        var after = call.request().query().get("after");
        int limit = (int) call.number("limit", DEFAULT_PAGE, 1, Ledger.MAX_PAGE);
        if (after != null && tokens.byId(after).isEmpty()) {
            throw invalid("after must be the next of a page before. Leave it out to begin with the newest.");
        }
        var found = tokens.list(after, limit + 1); // one more than shown tells whether there is a next page
        var page = found.subList(0, Math.min(limit, found.size()));
        return Replies.json(
                200,
                new TokenList(
                        page.stream()
                                .map(listed -> line(listed.token(), asker, listed.maker(), seen.of(listed)))
                                .toList(),
                        found.size() > limit ? page.getLast().token().id() : null));
    }

    private TokenLine line(
            AccessToken token, AccessToken asker, @Nullable String madeBy, @Nullable Instant lastSeenAt) {
        return new TokenLine(
                token.id(),
                masking.mask(token.name()),
                token.scopes().stream().map(Scope::wireName).sorted().toList(),
                token.createdAt(),
                token.expiresAt(),
                token.revokedAt(),
                token.id().equals(asker.id()) ? true : null,
                madeBy,
                lastSeenAt);
    }

    private Response create(Call call) {
        var asked = call.body(NewToken.class);
        var granter = call.caller().token();
        var minted = tokens.mint(
                granter, GivenName.of(asked.name(), "what the token is for"), scopes(asked), expiry(asked, granter));
        log.atInfo()
                .addKeyValue("token", minted.token().id())
                .addKeyValue("granter", granter.id())
                .log("token made");
        return made(minted, granter, granter.id());
    }

    private Response made(Minted minted, AccessToken asker, @Nullable String maker) {
        return Replies.json(201, new MintedToken(line(minted.token(), asker, maker, null), minted.secret()));
    }

    /** What runs with the old secret is closed; browsers stay, for nobody but them ever knew their cookies. */
    private Response rotate(Call call) {
        var id = call.variable("token_id");
        var asker = call.caller().token();
        return switch (tokens.rotate(asker, id)) {
            case Rotation.Done(var minted, var maker) -> {
                open.sweep();
                log.atInfo()
                        .addKeyValue("token", id)
                        .addKeyValue("fresh", minted.token().id())
                        .log("token rotated");
                yield made(minted, asker, maker);
            }
            case Rotation.NotLive() -> notLive();
            case Rotation.BeyondOwn(var missing) -> Replies.error(403, "beyond_own", beyondOwn(missing));
        };
    }

    private static String beyondOwn(Set<Scope> missing) {
        return missing.isEmpty()
                ? "Your token ends before this one does, and nobody gives more than they have. Use one that lives as"
                        + " long."
                : "Your token does not have %s, which this one has, and nobody gives more than they have. Use one that does."
                        .formatted(
                                missing.stream().sorted().map(Scope::wireName).collect(Collectors.joining(", ")));
    }

    private static Response.Full notLive() {
        return Replies.notFound("There is no live token of this id. GET /api/tokens lists them.");
    }

    private Response revoke(Call call) {
        var id = call.variable("token_id");
        return switch (tokens.revoke(id)) {
            case Revocation.Done(var ids) -> {
                open.sweep();
                log.atInfo()
                        .addKeyValue("token", id)
                        .addKeyValue("with", ids.size() - 1)
                        .log("token revoked");
                yield Replies.empty(204);
            }
            case Revocation.NotLive() -> notLive();
            case Revocation.LastAdministrator() ->
                Replies.error(
                        409,
                        "last_administrator",
                        "Without this token and those it made nobody is left who can do what it does, and nobody could"
                                + " make one again. To replace its secret, rotate it: POST"
                                + " /api/tokens/{token_id}/rotate, or switchboard token rotate.");
        };
    }

    private Set<Scope> scopes(NewToken asked) {
        var names = asked.scopes();
        if (names == null || names.isEmpty()) {
            throw invalid("scopes is required: a list of " + String.join(", ", scopeNames()) + ".");
        }
        return names.stream().map(this::scope).collect(Collectors.toSet());
    }

    private Scope scope(@Nullable String name) {
        if (name == null || name.length() > MAX_SCOPE) {
            throw invalid("A scope is one of " + String.join(", ", scopeNames()) + ".");
        }
        return Scope.named(name)
                .orElseThrow(() -> invalid("There is no scope %s. Did you mean %s?"
                        .formatted(
                                masking.mask(name),
                                NearestWord.closest(name, scopeNames()).orElseThrow())));
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
