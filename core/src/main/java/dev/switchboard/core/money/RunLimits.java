package dev.switchboard.core.money;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far one run may go.
 *
 * @param maxSteps how often the model is asked
 * @param maxTokens read and written in all, null for no limit
 * @param maxCostMicros in millionths of a dollar, null for no limit
 */
public record RunLimits(
        int maxSteps,
        @Nullable Long maxTokens,
        Duration maxTime,
        @Nullable Long maxCostMicros) {
    public static final RunLimits DEFAULT = new RunLimits(50, null, Duration.ofHours(1), null);

    /** Limits only get lower. */
    public RunLimits tightened(RunLimits other) {
        return new RunLimits(
                Math.min(maxSteps, other.maxSteps),
                lower(maxTokens, other.maxTokens),
                maxTime.compareTo(other.maxTime) <= 0 ? maxTime : other.maxTime,
                lower(maxCostMicros, other.maxCostMicros));
    }

    private static @Nullable Long lower(@Nullable Long one, @Nullable Long other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Math.min(one, other);
    }
}
