package dev.switchboard.edge.auth;

import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Who is asking: a token, and the browser session made from it if a browser asks.
 *
 * @param token the server's record as of this request
 * @param browserSession the browser's id, no secret
 */
public record Credential(AccessToken token, @Nullable String browserSession) {
    public boolean allows(Scope scope) {
        return token.scopes().contains(scope);
    }

    /** Whose it is that something is held in memory: all connections of a token are one user's. */
    public String user() {
        return "token " + token.id();
    }
}
