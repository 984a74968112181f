package dev.switchboard.edge.auth;

import dev.switchboard.core.identity.Browser;
import dev.switchboard.core.identity.BrowserStore;
import dev.switchboard.core.identity.BrowserStore.Sighting;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.core.identity.TokenStore.Listed;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * When tokens and browsers were last seen. A request only leaves a note in memory; somebody calls {@link #write} once a
 * minute, and all notes are written together. What a crash loses is a minute. Only what was let in is noted, so there
 * are no more notes than tokens and browsers. Thread: any.
 */
public final class LastSeen {
    private final TokenStore tokenStore;
    private final BrowserStore browserStore;
    private final Clock clock;
    private final Map<String, Instant> tokens = new ConcurrentHashMap<>();
    private final Map<String, Sighting> browsers = new ConcurrentHashMap<>();

    LastSeen(TokenStore tokenStore, BrowserStore browserStore, Clock clock) {
        this.tokenStore = tokenStore;
        this.browserStore = browserStore;
        this.clock = clock;
    }

    /** Whoever has something open is there. */
    public void note(Credential credential) {
        note(credential, null);
    }

    /** @param address where it was seen, if that is known */
    void note(Credential credential, @Nullable String address) {
        var now = clock.instant();
        tokens.put(credential.token().id(), now);
        var browser = credential.browserSession();
        if (browser != null) {
            browsers.merge(
                    browser,
                    new Sighting(now, address),
                    (before, here) -> address == null ? new Sighting(now, before.address()) : here);
        }
    }

    /** What could not be written is kept for the next time. */
    public void write() {
        var seenTokens = Map.copyOf(tokens);
        if (!seenTokens.isEmpty()) {
            tokenStore.seen(seenTokens);
            seenTokens.forEach(tokens::remove);
        }
        var seenBrowsers = Map.copyOf(browsers);
        if (!seenBrowsers.isEmpty()) {
            browserStore.seen(seenBrowsers);
            seenBrowsers.forEach(browsers::remove);
        }
    }

    /** With what is not written yet. */
    public @Nullable Instant of(Listed token) {
        return tokens.getOrDefault(token.token().id(), token.lastSeenAt());
    }

    /** With what is not written yet. */
    public Browser of(Browser browser) {
        var sighting = browsers.get(browser.id());
        return sighting == null
                ? browser
                : new Browser(
                        browser.id(),
                        browser.tokenId(),
                        browser.name(),
                        browser.createdAt(),
                        sighting.at(),
                        sighting.address() == null ? browser.address() : sighting.address());
    }
}
