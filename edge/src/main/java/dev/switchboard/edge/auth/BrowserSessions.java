package dev.switchboard.edge.auth;

import dev.switchboard.core.identity.AccessToken;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Signed-in browsers. A session stands for the token it was made from and ends with it; by itself it ends after 12 hours
 * without a request, after seven days in any case, and when the gateway stops.
 *
 * <p>It has two secrets, both kept as hashes: the cookie, which the browser sends by itself, and the value that the page
 * sends with everything that changes something. Cookies ignore ports, so a page of another local server could make
 * the browser send the first; it cannot read the second. Thread: any.
 */
public final class BrowserSessions {
    static final Duration IDLE = Duration.ofHours(12);
    static final Duration LIFE = Duration.ofDays(7);
    static final int MAX_SESSIONS = 1_000;

    /** A new session, with its secrets, which are shown once. */
    public record Opened(String cookie, String value, Instant expiresAt) {}

    /**
     * A session as the server remembers it.
     *
     * @param id the hash of its cookie
     */
    record Session(String id, String valueHash, String tokenId, Instant openedAt, Instant usedAt) {
        Instant expiresAt() {
            var idle = usedAt.plus(IDLE);
            var life = openedAt.plus(LIFE);
            return idle.isBefore(life) ? idle : life;
        }

        boolean hasValue(String value) {
            return Secrets.same(Secrets.hash(value), valueHash);
        }
    }

    private final Clock clock;
    private final Map<String, Session> sessions = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Session> eldest) {
            return size() > MAX_SESSIONS;
        }
    };

    public BrowserSessions(Clock clock) {
        this.clock = clock;
    }

    public synchronized Opened open(AccessToken token) {
        var cookie = Secrets.random(256);
        var value = Secrets.random(256);
        var now = clock.instant();
        var session = new Session(Secrets.hash(cookie), Secrets.hash(value), token.id(), now, now);
        sessions.put(session.id(), session);
        var end = session.expiresAt();
        var tokenEnd = token.expiresAt();
        return new Opened(cookie, value, tokenEnd != null && tokenEnd.isBefore(end) ? tokenEnd : end);
    }

    /** The session of this cookie; looking it up is using it. */
    synchronized Optional<Session> use(String cookie) {
        return live(Secrets.hash(cookie)).map(session -> {
            var used = new Session(
                    session.id(), session.valueHash(), session.tokenId(), session.openedAt(), clock.instant());
            sessions.put(used.id(), used);
            return used;
        });
    }

    synchronized boolean isLive(String id) {
        return live(id).isPresent();
    }

    public synchronized boolean end(String id) {
        return sessions.remove(id) != null;
    }

    public synchronized void endAllOf(String tokenId) {
        sessions.values().removeIf(session -> session.tokenId().equals(tokenId));
    }

    private Optional<Session> live(String id) {
        var session = sessions.get(id);
        if (session != null && !clock.instant().isBefore(session.expiresAt())) {
            sessions.remove(id);
            return Optional.empty();
        }
        return Optional.ofNullable(session);
    }
}
