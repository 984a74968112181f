package dev.switchboard.core.identity;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Access tokens, found by the SHA-256 of their secret. The secret itself is kept sealed, so that a copied database logs
 * nobody in.
 *
 * <p>A token belongs to whoever has seen its secret come about: the one that made it, and the one that rotated it. It is
 * revoked with either of them.
 */
public interface TokenStore {

    /** A token and its secret, which is shown once. */
    record Minted(AccessToken token, String secret) {}

    /**
     * A token and what is known of its use.
     *
     * @param maker the id of the token that made it; none for the operator's, and for those made before it was recorded
     * @param lastSeenAt to the minute
     */
    record Listed(
            AccessToken token,
            @Nullable String maker,
            @Nullable Instant lastSeenAt) {}

    /** What became of a revocation. */
    sealed interface Revocation {
        /** @param ids the token's and those of all that it made, and they made, as far as they were live */
        record Done(Set<String> ids) implements Revocation {
            public Done {
                ids = Set.copyOf(ids);
            }
        }

        record NotLive() implements Revocation {}

        /** Nothing is changed: nobody would be left who can do what this one can, and nobody could make one again. */
        record LastAdministrator() implements Revocation {}
    }

    /** What became of a rotation. */
    sealed interface Rotation {
        /** @param maker the id of the token that made it, if that is known */
        record Done(Minted minted, @Nullable String maker) implements Rotation {}

        record NotLive() implements Rotation {}

        /**
         * Nothing is changed: whoever asked would learn the secret of a token that can do more than they can.
         *
         * @param missing the scopes they do not have; none if they only end sooner
         */
        record BeyondOwn(Set<Scope> missing) implements Rotation {
            public BeyondOwn {
                missing = Set.copyOf(missing);
            }
        }
    }

    /**
     * Makes a token for {@code granter}, with the scopes that were asked for and the granter has. The intersection is
     * taken here, from the granter's record of this moment, so that no path can grant more.
     *
     * @throws dev.switchboard.core.failure.SwitchboardException if the granter is not live, or nothing is left to grant
     */
    Minted mint(AccessToken granter, String name, Set<Scope> asked, @Nullable Instant expiresAt);

    /**
     * Keeps the given secret as the operator's token with every scope. One that is there already stays as it is; a new
     * one takes the place of the old, which is revoked, and what the old one made belongs to the new one.
     */
    AccessToken keepOperator(String secret);

    /** The token with this secret, live or not; the caller checks. Every call looks it up anew. */
    Optional<AccessToken> find(String secret);

    /**
     * The token whose secret makes this proof of {@code said}: the HMAC-SHA256 with the secret as key, in hex. If it is
     * named it is that one, live or not; if not, all live ones are tried. One whose secret cannot be read any more proves
     * nothing.
     */
    Optional<AccessToken> proven(@Nullable String id, String said, String proof);

    Optional<AccessToken> byId(String id);

    /**
     * The newest first, those that have ended included.
     *
     * @param after the id of the last one of the page before; none for the first page
     */
    List<Listed> list(@Nullable String after, int limit);

    /** Ends a token, all that it made and the browsers signed in with any of them, in one step. */
    Revocation revoke(String id);

    /**
     * Another secret and another id for the same name, scopes and end. The old token is dead at once; what it made and
     * the browsers signed in with it belong to the new one.
     */
    Rotation rotate(AccessToken asker, String id);

    /** Records when tokens were last seen, by id, all in one go. */
    void seen(Map<String, Instant> tokens);
}
