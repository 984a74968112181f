package dev.switchboard.cli.watch;

import java.util.Locale;

/** Lengths of time as a person reads them at a glance. */
final class Durations {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    private Durations() {}

    /** Of what is over. */
    static String of(long millis) {
        if (millis < SECOND) {
            return Math.max(0, millis) + " ms";
        }
        return millis < MINUTE ? String.format(Locale.ROOT, "%.1f s", millis / 1e3) : soFar(millis);
    }

    /** Of what goes on: it is not to flicker. */
    static String soFar(long millis) {
        long time = Math.max(0, millis);
        if (time < MINUTE) {
            return time / SECOND + " s";
        }
        return time < HOUR
                ? "%d min %d s".formatted(time / MINUTE, time % MINUTE / SECOND)
                : "%d h %d min".formatted(time / HOUR, time % HOUR / MINUTE);
    }
}
