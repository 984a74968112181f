package dev.switchboard.providers;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How often and how soon a failed request is made again. Time and chance are given, so that tests need neither. */
public record Retries(int most, Sleeper sleeper, InstantSource clock, RandomGenerator random) {
    private static final Duration FIRST_WAIT = Duration.ofMillis(500);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    /** Waits, interruptibly. */
    @FunctionalInterface
    public interface Sleeper {
        void sleep(Duration duration) throws InterruptedException;
    }

    public static Retries standard() {
        return new Retries(3, Thread::sleep, InstantSource.system(), RandomGenerator.getDefault());
    }

    /**
     * @param made how many requests have failed, at least 1
     * @param retryAfter the header, seconds or a date, if the server sent one
     */
    public Duration waitAfter(int made, @Nullable String retryAfter) {
        Duration asked = retryAfter == null ? null : asked(retryAfter.strip());
        if (asked != null) {
            return shorter(asked, LONGEST_WAIT);
        }
        Duration doubled = shorter(FIRST_WAIT.multipliedBy(1L << Math.min(made - 1, 16)), LONGEST_WAIT);
        // Half of it is chance, so that many runs that failed together do not come back together.
        long half = doubled.toMillis() / 2;
        return Duration.ofMillis(half + random.nextLong(half + 1));
    }

    private @Nullable Duration asked(String retryAfter) {
        try {
            return Duration.ofMillis((long) (Math.max(0, Double.parseDouble(retryAfter)) * 1000));
        } catch (NumberFormatException notSeconds) {
            try {
                Instant when = ZonedDateTime.parse(retryAfter, DateTimeFormatter.RFC_1123_DATE_TIME)
                        .toInstant();
                Duration until = Duration.between(clock.instant(), when);
                return until.isNegative() ? Duration.ZERO : until;
            } catch (DateTimeParseException notADate) {
                return null;
            }
        }
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
