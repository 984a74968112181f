package dev.switchboard.edge.auth;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Proof;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.TokenStore;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tokens in memory, by the port's own rules. */
public final class MemoryTokens implements TokenStore {
    private final Clock clock;
    private final Map<String, AccessToken> bySecret = new LinkedHashMap<>();

    public MemoryTokens(Clock clock) {
        this.clock = clock;
    }

    /** A token as if somebody had made it, with exactly these scopes. */
    public synchronized Minted given(@Nullable Instant expiresAt, Scope... scopes) {
        return keep("given", Set.of(scopes), expiresAt, Secrets.random(256));
    }

    @Override
    public synchronized Minted mint(AccessToken granter, String name, Set<Scope> asked, @Nullable Instant expiresAt) {
        var granted = EnumSet.copyOf(asked);
        granted.retainAll(byId(granter.id())
                .filter(token -> token.isLiveAt(clock.instant()))
                .orElseThrow(() -> new SwitchboardException(ErrorCode.INVALID, "The granter has ended."))
                .scopes());
        if (granted.isEmpty()) {
            throw new SwitchboardException(ErrorCode.INVALID, "Nothing is left to grant.");
        }
        return keep(name, granted, expiresAt, Secrets.random(256));
    }

    @Override
    public synchronized AccessToken keepOperator(String secret) {
        return find(secret)
                .orElseGet(() -> keep("operator", Scope.all(), null, secret).token());
    }

    @Override
    public synchronized Optional<AccessToken> find(String secret) {
        return Optional.ofNullable(bySecret.get(secret));
    }

    @Override
    public synchronized Optional<AccessToken> proven(@Nullable String id, String said, String proof) {
        return bySecret.entrySet().stream()
                .filter(entry -> id == null
                        ? entry.getValue().isLiveAt(clock.instant())
                        : entry.getValue().id().equals(id))
                .filter(entry -> Proof.isRight(entry.getKey(), said, proof))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    @Override
    public synchronized Optional<AccessToken> byId(String id) {
        return bySecret.values().stream().filter(token -> token.id().equals(id)).findFirst();
    }

    @Override
    public synchronized List<AccessToken> list() {
        return List.copyOf(bySecret.values());
    }

    @Override
    public synchronized boolean revoke(String id) {
        var live = byId(id).filter(token -> token.isLiveAt(clock.instant())).isPresent();
        bySecret.replaceAll((secret, token) -> token.id().equals(id) && live
                ? new AccessToken(
                        id, token.name(), token.scopes(), token.createdAt(), token.expiresAt(), clock.instant())
                : token);
        return live;
    }

    private Minted keep(String name, Set<Scope> scopes, @Nullable Instant expiresAt, String secret) {
        var token = new AccessToken("t-" + (bySecret.size() + 1), name, scopes, clock.instant(), expiresAt, null);
        bySecret.put(secret, token);
        return new Minted(token, secret);
    }
}
