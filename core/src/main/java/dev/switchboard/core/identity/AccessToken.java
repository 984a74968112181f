package dev.switchboard.core.identity;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A token as the server remembers it: everything but the secret. */
public record AccessToken(
        String id,
        String name,
        Set<Scope> scopes,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt) {

    public AccessToken {
        scopes = Set.copyOf(scopes);
    }

    public boolean isLiveAt(Instant now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }
}
