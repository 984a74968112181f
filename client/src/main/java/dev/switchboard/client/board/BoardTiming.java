package dev.switchboard.client.board;

import java.time.Duration;

/**
 * How long a board waits for what.
 *
 * @param heartbeat between two pings; a link that brings no frame for two of them is dropped
 * @param firstPause before the first new try to connect; doubled with each, up to {@code longestPause}, each ± 20 %
 * @param openWithin for the socket to open, and again for the gateway to let us in
 */
public record BoardTiming(Duration heartbeat, Duration firstPause, Duration longestPause, Duration openWithin) {
    public static final BoardTiming DEFAULT = new BoardTiming(
            Duration.ofSeconds(30), Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(10));

    public BoardTiming {
        if (heartbeat.toMillis() < 1 || firstPause.toMillis() < 1 || longestPause.compareTo(firstPause) < 0) {
            throw new IllegalArgumentException("heartbeat and pauses must be at least a millisecond");
        }
    }
}
