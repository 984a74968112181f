package dev.switchboard.core.identity;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Makes ids that sort by when they were made: UUIDs of version 7 (RFC 9562). An index of them grows at its end, where a
 * random id would touch a page of its own in every commit. 62 bits of each are random.
 *
 * <p>Thread: any.
 */
public final class TimeOrderedIds implements Supplier<String> {
    private static final int COUNTER_BITS = 12;
    private static final long COUNTER = (1 << COUNTER_BITS) - 1;
    private static final long VERSION = 7L << COUNTER_BITS;
    private static final long VARIANT = 0b10L << 62;

    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    /** Random bytes made at once, which is far cheaper than eight at a time. */
    private final byte[] bytes = new byte[1_024];

    private int used = bytes.length;
    /** Milliseconds since 1970, then a count; more in a millisecond than the count holds are of the next one. */
    private final AtomicLong last = new AtomicLong();

    public TimeOrderedIds(Clock clock) {
        this.clock = clock;
    }

    @Override
    public String get() {
        long now = clock.millis() << COUNTER_BITS;
        long mine = last.updateAndGet(earlier -> Math.max(earlier + 1, now));
        long millis = mine >>> COUNTER_BITS;
        return new UUID(millis << 16 | VERSION | mine & COUNTER, VARIANT | random() >>> 2).toString();
    }

    private long random() {
        synchronized (bytes) {
            if (used == bytes.length) {
                random.nextBytes(bytes);
                used = 0;
            }
            long next = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                next = next << Byte.SIZE | bytes[used++] & 0xff;
            }
            return next;
        }
    }
}
