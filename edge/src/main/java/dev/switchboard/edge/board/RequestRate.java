package dev.switchboard.edge.board;

import java.time.Duration;
import java.util.function.LongSupplier;

/** How fast the messages of one board are handled: many at once, then so many a second. Thread: one. */
final class RequestRate {
    private static final int AT_ONCE = 500;
    private static final long NANOS_EACH = Duration.ofSeconds(1).toNanos() / 100;

    private final LongSupplier nanoTime;
    /** When the debt of what was taken so far is paid off. */
    private long paidAt;

    RequestRate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.paidAt = nanoTime.getAsLong();
    }

    /** Takes one, and says how long to wait before it is handled and the next one taken. */
    Duration take() {
        long now = nanoTime.getAsLong();
        long debt = Math.max(0, paidAt - now) + NANOS_EACH;
        paidAt = now + debt;
        return Duration.ofNanos(Math.max(0, debt - AT_ONCE * NANOS_EACH));
    }
}
