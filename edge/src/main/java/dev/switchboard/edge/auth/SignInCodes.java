package dev.switchboard.edge.auth;

import dev.switchboard.core.identity.AccessToken;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One-time codes that sign a browser in. A code stands for the token it was made for, works once and for ten minutes,
 * and goes into a link's fragment, which browsers send to nobody. Kept as hashes, in memory; the oldest of 100 makes
 * room for a new one. Thread: any.
 */
public final class SignInCodes {
    static final Duration LIFE = Duration.ofMinutes(10);
    static final int MAX_CODES = 100;

    /** @param fragment what to append to the gateway's address, such as {@code #code=…} */
    public record Issued(String code, String fragment, Instant expiresAt) {}

    private record Waiting(String tokenId, Instant expiresAt) {}

    private final Clock clock;
    private final Map<String, Waiting> codes = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Waiting> eldest) {
            return size() > MAX_CODES;
        }
    };

    public SignInCodes(Clock clock) {
        this.clock = clock;
    }

    public synchronized Issued issue(AccessToken token) {
        var code = Secrets.random(128);
        var expiresAt = clock.instant().plus(LIFE);
        codes.put(Secrets.hash(code), new Waiting(token.id(), expiresAt));
        return new Issued(code, "#code=" + code, expiresAt);
    }

    /** The id of the token this code stands for. The code is used up by asking. */
    public synchronized Optional<String> redeem(String code) {
        return Optional.ofNullable(codes.remove(Secrets.hash(code)))
                .filter(waiting -> clock.instant().isBefore(waiting.expiresAt()))
                .map(Waiting::tokenId);
    }
}
