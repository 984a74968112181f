package dev.switchboard.cli.device;

import java.time.Duration;

/** Lengths of time in words. */
final class Times {
    private Times() {}

    static String inWords(Duration time) {
        return time.toMillis() % 1_000 == 0 ? time.toSeconds() + " s" : "%.1f s".formatted(time.toMillis() / 1e3);
    }
}
