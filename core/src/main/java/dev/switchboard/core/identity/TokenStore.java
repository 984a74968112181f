package dev.switchboard.core.identity;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Access tokens, found by the SHA-256 of their secret. The secret itself is kept sealed, so that a copied database logs
 * nobody in.
 */
public interface TokenStore {

    /** A token and its secret, which is shown once. */
    record Minted(AccessToken token, String secret) {}

    /**
     * Makes a token for {@code granter}, with the scopes that were asked for and the granter has. The intersection is
     * taken here, from the granter's record of this moment, so that no path can grant more.
     *
     * @throws dev.switchboard.core.failure.SwitchboardException if the granter is not live, or nothing is left to grant
     */
    Minted mint(AccessToken granter, String name, Set<Scope> asked, @Nullable Instant expiresAt);

    /**
     * Keeps the given secret as the operator's token with every scope. One that is there already stays as it is; a new
     * one takes the place of the old, which is revoked.
     */
    AccessToken keepOperator(String secret);

    /** The token with this secret, live or not; the caller checks. Every call looks it up anew. */
    Optional<AccessToken> find(String secret);

    /**
     * The token whose secret makes this proof of {@code said}: the HMAC-SHA256 with the secret as key, in hex. Live or
     * not if it is named, and looked for among the live ones if not.
     */
    Optional<AccessToken> proven(@Nullable String id, String said, String proof);

    Optional<AccessToken> byId(String id);

    List<AccessToken> list();

    /** True if there was a live token of this id. */
    boolean revoke(String id);
}
