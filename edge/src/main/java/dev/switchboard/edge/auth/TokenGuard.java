package dev.switchboard.edge.auth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slows those who keep sending wrong secrets, whatever the secret is for: tokens, sign-in codes, cookies, channel
 * tokens. A right one always passes, so that nobody can lock another out; only failures are counted and refused.
 *
 * <p>A client may fail ten times at once and gets a further try every six seconds. The least recently failing of
 * 10,000 clients is forgotten for a new one. Thread: any.
 */
public final class TokenGuard {
    static final int TRIES = 10;
    static final Duration REFILL = Duration.ofSeconds(6);
    static final int MAX_CLIENTS = 10_000;

    private static final Logger log = LoggerFactory.getLogger(TokenGuard.class);

    public sealed interface Result {
        record Ok() implements Result {}

        record Wrong() implements Result {}

        record TooMany(Duration retryAfter) implements Result {}
    }

    private final Clock clock;
    private final Map<ClientKey, Tries> failing = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ClientKey, Tries> eldest) {
            return size() > MAX_CLIENTS;
        }
    };

    public TokenGuard(Clock clock) {
        this.clock = clock;
    }

    /** Asks {@code right} first and always: what it says is only ever slowed when it says no. */
    public Result check(ClientKey client, BooleanSupplier right) {
        return right.getAsBoolean() ? new Result.Ok() : failed(client);
    }

    private synchronized Result failed(ClientKey client) {
        var now = clock.instant();
        var tries = failing.computeIfAbsent(client, key -> new Tries(now));
        tries.refill(now);
        if (tries.left == 0) {
            return new Result.TooMany(tries.untilNext(now));
        }
        tries.left--;
        if (tries.left == 0) {
            log.atWarn().addKeyValue("client", client.value()).log("too many wrong tokens");
        }
        return new Result.Wrong();
    }

    synchronized int clients() {
        return failing.size();
    }

    /** Guarded by the guard. */
    private static final class Tries {
        private int left = TRIES;
        private Instant refilledAt;

        Tries(Instant now) {
            this.refilledAt = now;
        }

        void refill(Instant now) {
            var gained = Math.max(0, Duration.between(refilledAt, now).dividedBy(REFILL));
            left = (int) Math.min(TRIES, left + gained);
            refilledAt = left == TRIES ? now : refilledAt.plus(REFILL.multipliedBy(gained));
        }

        /** Rounded up to whole seconds: who waits as long as told is not refused again. */
        Duration untilNext(Instant now) {
            var millis = REFILL.minus(Duration.between(refilledAt, now)).toMillis();
            return Duration.ofSeconds(Math.max(1, Math.ceilDiv(millis, 1000)));
        }
    }
}
