package dev.switchboard.edge.auth;

import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Browser;
import dev.switchboard.core.identity.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Who is asking: a token, and the browser session made from it if a browser asks.
 *
 * @param token the server's record as of this request
 * @param browserSession the browser's id, no secret
 * @param name what others are told who it was: the browser's own name, else the token's
 */
public record Credential(AccessToken token, @Nullable String browserSession, String name) {
    /** Somebody who has the token itself. */
    public Credential(AccessToken token) {
        this(token, null, token.name());
    }

    public Credential(AccessToken token, Browser browser) {
        this(token, browser.id(), browser.name());
    }

    public boolean allows(Scope scope) {
        return token.scopes().contains(scope);
    }

    /** Whose it is that something is held in memory: all connections of a token are one user's. */
    public String user() {
        return "token " + token.id();
    }
}
