package dev.switchboard.client;

import java.time.Duration;

/**
 * How long a device waits for what.
 *
 * @param heartbeat between two pings; a link that brings no frame for two of them is dropped
 * @param firstPause before the first new try to connect; doubled with each, up to {@code longestPause}, each ± 20 %
 * @param takenOverPause after another device has come under our name
 * @param openWithin for the socket to open
 * @param ackWithin for an ack on a link that is otherwise alive; then the message is sent again
 * @param askAgain how long an accepted message is waited for before it is asked for again
 */
public record Timing(
        Duration heartbeat,
        Duration firstPause,
        Duration longestPause,
        Duration takenOverPause,
        Duration openWithin,
        Duration ackWithin,
        Duration askAgain) {

    public static final Timing DEFAULT = new Timing(
            Duration.ofSeconds(30),
            Duration.ofSeconds(1),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1));

    public Timing {
        if (heartbeat.toMillis() < 1 || firstPause.toMillis() < 1 || longestPause.compareTo(firstPause) < 0) {
            throw new IllegalArgumentException("heartbeat and pauses must be at least a millisecond");
        }
    }

    public Timing withHeartbeat(Duration other) {
        return new Timing(other, firstPause, longestPause, takenOverPause, openWithin, ackWithin, askAgain);
    }
}
