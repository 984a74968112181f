package dev.switchboard.providers;

import java.time.Duration;

/**
 * How long a model may take.
 *
 * @param connect to open a connection; a time-out here counts as a failed connection and is tried again
 * @param firstToken from sending the request to the first piece of the answer
 * @param betweenTokens without any sign of life once the answer has begun
 * @param wholeCall for everything: tries, waits and the answer
 */
public record TimeLimits(Duration connect, Duration firstToken, Duration betweenTokens, Duration wholeCall) {
    public static final TimeLimits DEFAULT = new TimeLimits(
            Duration.ofSeconds(10), Duration.ofSeconds(120), Duration.ofSeconds(60), Duration.ofMinutes(10));

    public TimeLimits {
        requirePositive(connect, "connect");
        requirePositive(firstToken, "firstToken");
        requirePositive(betweenTokens, "betweenTokens");
        requirePositive(wholeCall, "wholeCall");
    }

    private static void requirePositive(Duration limit, String name) {
        if (!limit.isPositive()) {
            throw new IllegalArgumentException("time limit %s must be positive, was %s".formatted(name, limit));
        }
    }
}
