package dev.switchboard.app.config;

import dev.switchboard.core.money.Price;
import java.math.BigDecimal;

/** What a model costs, in dollars per million tokens. */
public record PriceConfig(BigDecimal inputPerMillion, BigDecimal outputPerMillion) {
    private static final BigDecimal MAX = BigDecimal.valueOf(100_000);

    public PriceConfig {
        var mistakes = new Mistakes();
        check(inputPerMillion, "inputPerMillion", mistakes);
        check(outputPerMillion, "outputPerMillion", mistakes);
        mistakes.raise();
    }

    Price price() {
        return new Price(inputPerMillion, outputPerMillion);
    }

    private static void check(BigDecimal dollars, String path, Mistakes mistakes) {
        mistakes.require(
                dollars.signum() >= 0 && dollars.compareTo(MAX) <= 0,
                path,
                "must be between 0 and %s, was %s".formatted(MAX, dollars));
    }
}
