package dev.switchboard.app.conformance.device;

import java.time.Duration;

/**
 * What a device is tested with. The times are those the device was told to keep; a test of ours tells it short ones.
 *
 * @param port 0 means any free one
 * @param patience how long to wait without progress, be it for a device or for a person who types
 * @param heartbeat how often the device was told to ping
 * @param backoffStart what it was told to wait before the first attempt to reconnect; it doubles
 * @param backoffMax what it was told never to exceed
 * @param jitter the share by which each wait may differ, 0.2 for ± 20 %
 * @param lateness what a network and a busy machine may add to anything the device does by itself
 * @param quiet how long the gateway is silent to see whether the device is too
 */
public record DeviceSettings(
        String host,
        int port,
        Duration patience,
        Duration heartbeat,
        Duration backoffStart,
        Duration backoffMax,
        double jitter,
        Duration lateness,
        Duration quiet) {

    public static final String CHANNEL = "terminal-dev";
    static final String PATH = "/api/channels/" + CHANNEL + "/ws";

    /** The times of the client guide. */
    public static DeviceSettings ofGuide(String host, int port, Duration patience, Duration heartbeat) {
        return new DeviceSettings(
                host,
                port,
                patience,
                heartbeat,
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                0.2,
                Duration.ofSeconds(2),
                Duration.ofSeconds(2));
    }

    /** The longest that a device may take to say something of its own accord. */
    Duration pingWithin() {
        return longer(heartbeat).plus(lateness);
    }

    /** The longest that it may take to come back. */
    Duration backWithin() {
        var longest = longer(backoffMax).plus(lateness);
        return longest.compareTo(patience) < 0 ? longest : patience;
    }

    Duration longer(Duration wait) {
        return Duration.ofNanos((long) (wait.toNanos() * (1 + jitter)));
    }

    Duration shorter(Duration wait) {
        return Duration.ofNanos((long) (wait.toNanos() * (1 - jitter)));
    }
}
