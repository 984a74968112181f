package dev.switchboard.client.link;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/** Pauses that double, each a little longer or shorter, so that a thousand clients do not come back at once. */
public final class Backoff {
    private static final double JITTER = 0.2;

    private final Duration first;
    private final Duration longest;
    private final DoubleSupplier random;
    private long pause;

    /** @param random between 0 and 1 */
    public Backoff(Duration first, Duration longest, DoubleSupplier random) {
        this.first = first;
        this.longest = longest;
        this.random = random;
        reset();
    }

    public void reset() {
        pause = first.toMillis();
    }

    /** In milliseconds. */
    public long next() {
        long now = pause;
        pause = Math.min(2 * pause, longest.toMillis());
        return Math.max(1, Math.round(now * (1 - JITTER + 2 * JITTER * random.getAsDouble())));
    }
}
