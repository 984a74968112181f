package dev.switchboard.core.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class PriceTest {
    private static final Price MINI = new Price(new BigDecimal("0.25"), new BigDecimal("2"));

    @Test
    void aMillionTokensCostTheirPrice() {
        assertThat(MINI.microsFor(1_000_000, 0)).isEqualTo(250_000);
        assertThat(MINI.microsFor(0, 1_000_000)).isEqualTo(2_000_000);
        assertThat(MINI.microsFor(1_000, 500)).isEqualTo(1_250);
    }

    @Test
    void aFractionOfAMicroDollarIsRoundedUpOnceForBothTogether() {
        assertThat(MINI.microsFor(1, 0)).isEqualTo(1);
        assertThat(MINI.microsFor(1, 1)).isEqualTo(3);
        assertThat(new Price(new BigDecimal("0.5"), new BigDecimal("0.5")).microsFor(1, 1))
                .isEqualTo(1);
    }

    @Test
    void whatIsFreeCostsNothing() {
        assertThat(Price.FREE.microsFor(Long.MAX_VALUE, Long.MAX_VALUE)).isZero();
    }

    @Test
    void aNegativePriceIsRefused() {
        assertThatThrownBy(() -> new Price(BigDecimal.ONE.negate(), BigDecimal.ONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a price must not be negative, was -1 and 1");
    }
}
