package dev.switchboard.client;

import java.util.function.DoubleSupplier;

/** Pauses that double, each a little longer or shorter, so that a thousand devices do not come back at once. */
final class Backoff {
    private static final double JITTER = 0.2;

    private final Timing timing;
    private final DoubleSupplier random;
    private long pause;

    Backoff(Timing timing, DoubleSupplier random) {
        this.timing = timing;
        this.random = random;
        reset();
    }

    void reset() {
        pause = timing.firstPause().toMillis();
    }

    /** In milliseconds. */
    long next() {
        long now = pause;
        pause = Math.min(2 * pause, timing.longestPause().toMillis());
        return Math.max(1, Math.round(now * (1 - JITTER + 2 * JITTER * random.getAsDouble())));
    }
}
