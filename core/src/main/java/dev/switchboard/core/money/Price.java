package dev.switchboard.core.money;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** What a model costs, in dollars per million tokens read and written. */
public record Price(BigDecimal inputPerMillion, BigDecimal outputPerMillion) {
    public static final Price FREE = new Price(BigDecimal.ZERO, BigDecimal.ZERO);

    public Price {
        if (inputPerMillion.signum() < 0 || outputPerMillion.signum() < 0) {
            throw new IllegalArgumentException(
                    "a price must not be negative, was %s and %s".formatted(inputPerMillion, outputPerMillion));
        }
    }

    /** The cost in millionths of a dollar, rounded up: a budget must not be overrun by what was rounded away. */
    public long microsFor(long promptTokens, long completionTokens) {
        // A dollar a million tokens is a micro-dollar a token.
        return inputPerMillion
                .multiply(BigDecimal.valueOf(promptTokens))
                .add(outputPerMillion.multiply(BigDecimal.valueOf(completionTokens)))
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }
}
