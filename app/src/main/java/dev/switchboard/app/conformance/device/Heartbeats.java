package dev.switchboard.app.conformance.device;

import java.time.Duration;
import java.util.Optional;

/** Knows when the device was last heard. Any frame of its own is a sign of life; only a ping is a ping. */
final class Heartbeats {
    private final Duration within;
    private long heardAt;
    private boolean listening;
    private boolean pinged;

    Heartbeats(DeviceSettings settings) {
        this.within = settings.pingWithin();
    }

    /** The device is connected from now on. */
    void begin() {
        listening = true;
        heardAt = System.nanoTime();
    }

    /** It is not, so nothing is expected. */
    void end() {
        listening = false;
    }

    void heard(boolean ping) {
        pinged |= ping;
        heardAt = System.nanoTime();
    }

    boolean pinged() {
        return pinged;
    }

    /** A complaint, if it has been silent for too long by now. */
    Optional<String> silence() {
        var silent = Duration.ofNanos(System.nanoTime() - heardAt);
        return listening && silent.compareTo(within) > 0
                ? Optional.of("it was connected and said nothing for %.1f s, not even a ping"
                        .formatted(silent.toMillis() / 1000.0))
                : Optional.empty();
    }
}
