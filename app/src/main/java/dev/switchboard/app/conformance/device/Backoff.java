package dev.switchboard.app.conformance.device;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges the waits before attempts to reconnect. Each begins at {@link #lost}, is counted from before the device can
 * know, and so is only ever seen too long: a wait that looks too short is too short.
 */
final class Backoff {
    /** For clocks that tick differently. */
    private static final double GRACE = 0.95;

    private final DeviceSettings settings;
    private final List<Duration> waits = new ArrayList<>();
    private long lostAt;
    private boolean waiting;

    Backoff(DeviceSettings settings) {
        this.settings = settings;
    }

    /** The connection ends, or an attempt fails, by our doing. What the device ends by itself is not judged. */
    void lost(long at) {
        lostAt = at;
        waiting = true;
    }

    /** A {@code connected} was sent: the next wait is a first one again. */
    void reset() {
        waits.clear();
        waiting = false;
    }

    /** The device knocks; a complaint about how long it has waited, if there is one. */
    Optional<String> knocked(long at) {
        if (!waiting) {
            return Optional.empty();
        }
        waiting = false;
        waits.add(Duration.ofNanos(at - lostAt));
        int attempt = waits.size();
        var wait = waits.getLast();
        var floor = settings.shorter(doubled(attempt - 1));
        var ceiling = settings.longer(attempt == 1 ? settings.backoffStart() : settings.backoffMax())
                .plus(settings.lateness());
        if (wait.toNanos() < floor.toNanos() * GRACE) {
            return Optional.of("attempt %d came after %s, at least %s were due (waits so far: %s)"
                    .formatted(attempt, words(wait), words(floor), all()));
        }
        return wait.compareTo(ceiling) > 0
                ? Optional.of("attempt %d came only after %s, at most %s were due (waits so far: %s)"
                        .formatted(attempt, words(wait), words(ceiling), all()))
                : Optional.empty();
    }

    private Duration doubled(int times) {
        var wait = settings.backoffStart().multipliedBy(1L << Math.min(times, 20));
        return wait.compareTo(settings.backoffMax()) < 0 ? wait : settings.backoffMax();
    }

    private String all() {
        return String.join(", ", waits.stream().map(Backoff::words).toList());
    }

    private static String words(Duration wait) {
        return "%.2f s".formatted(wait.toMillis() / 1000.0);
    }
}
