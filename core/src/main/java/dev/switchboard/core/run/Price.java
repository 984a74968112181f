package dev.switchboard.core.run;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** What a model costs, in dollars for a million tokens. */
public record Price(BigDecimal inputPerMillion, BigDecimal outputPerMillion) {

    /** In millionths of a dollar, rounded up: a dollar a million is a millionth a token. */
    public long microsFor(long promptTokens, long completionTokens) {
        return inputPerMillion
                .multiply(BigDecimal.valueOf(promptTokens))
                .add(outputPerMillion.multiply(BigDecimal.valueOf(completionTokens)))
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }
}
