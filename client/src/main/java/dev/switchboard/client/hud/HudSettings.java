package dev.switchboard.client.hud;

import dev.switchboard.client.link.TokenAddress;
import java.net.URI;

/**
 * Where the gateway is and what lets us in.
 *
 * @param url {@code ws://} or {@code wss://}, down to what stands before {@code /ws}; over {@code ws://} a token goes to
 *     this machine only
 */
public record HudSettings(URI url, String token) {
    public HudSettings {
        TokenAddress.check(url);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "a watcher of " + url;
    }
}
