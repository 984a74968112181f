package dev.switchboard.providers.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.money.Price;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PricesTest {
    private final Prices prices = Prices.known();

    @Test
    void aKnownModelHasItsPrice() {
        assertThat(prices.of("openai/gpt-5-mini")).contains(new Price(new BigDecimal("0.25"), new BigDecimal("2.00")));
    }

    @ParameterizedTest
    @CsvSource({
        "openai/gpt-5-mini-2025-08-07, openai/gpt-5-mini",
        "openai/gpt-5-2025-08-07, openai/gpt-5",
        "anthropic/claude-sonnet-4-5-20250929, anthropic/claude-sonnet-4-5",
        "anthropic/claude-sonnet-4-20250514, anthropic/claude-sonnet-4",
        "anthropic/claude-haiku-4-5@20251001, anthropic/claude-haiku-4-5",
        "anthropic/claude-opus-4-5-latest, anthropic/claude-opus-4-5",
        "gemini/gemini-3-pro-preview, gemini/gemini-3-pro",
        "gemini/gemini-2.5-flash-lite-preview-09-2025, gemini/gemini-2.5-flash-lite",
    })
    void aDatedNameCostsWhatItsModelCosts(String dated, String model) {
        assertThat(prices.of(dated)).isPresent().isEqualTo(prices.of(model));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "openai/gpt-5-pro",
                "openai/gpt-5.9",
                "openai/gpt-5-minimal",
                "anthropic/claude-opus-4-99",
                "openai/llama-3",
                "openai/",
                "gpt-5",
                "offline/gpt-5",
                ""
            })
    void aModelThatOnlyBeginsLikeAKnownOneHasNoPrice(String model) {
        assertThat(prices.of(model)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"offline", "ollama/qwen3:8b", "ollama/hf.co/someone/something"})
    void whatRunsHereIsFree(String model) {
        assertThat(prices.of(model)).hasValueSatisfying(price -> assertThat(price.microsFor(1_000_000, 1_000_000))
                .isZero());
    }

    @Test
    void theModelsTakenFromTheEnvironmentArePriced() {
        assertThat(prices.of("anthropic/claude-sonnet-4-5")).isPresent();
        assertThat(prices.of("openai/gpt-5-mini")).isPresent();
    }

    @Test
    void theDayOfTheFileIsKnown() {
        assertThat(prices.noted()).isAfter(LocalDate.of(2026, 1, 1));
    }
}
