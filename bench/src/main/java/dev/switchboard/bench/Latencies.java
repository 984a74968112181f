package dev.switchboard.bench;

import java.util.Arrays;
import java.util.Locale;

/**
 * Every sample, exactly: a run has some ten thousand of them, so nothing has to be put into buckets.
 *
 * <p>Thread: one adds; another may read when it is done.
 */
final class Latencies {
    private long[] nanos = new long[4_096];
    private int count;

    void add(long sample) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = sample;
    }

    int count() {
        return count;
    }

    /** In milliseconds; {@code share} 0.5 is the median. */
    double millis(double share) {
        if (count == 0) {
            throw new MeasureException("nothing was measured");
        }
        var sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(count - 1L, (long) (share * count))] / 1e6;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "p50 %.2f ms, p90 %.2f, p99 %.2f, max %.2f (%d samples)",
                millis(0.5),
                millis(0.9),
                millis(0.99),
                millis(1),
                count);
    }
}
