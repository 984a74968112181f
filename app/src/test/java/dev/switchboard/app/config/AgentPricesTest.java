package dev.switchboard.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.money.Price;
import dev.switchboard.providers.price.Prices;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentPricesTest {
    @TempDir
    Path folder;

    @Test
    void a_known_model_has_its_price() throws IOException {
        assertThat(prices("{}", "openai/gpt-5-mini"))
                .containsExactly(Map.entry("default", new Price(new BigDecimal("0.25"), new BigDecimal("2.00"))));
    }

    @Test
    void a_configured_price_goes_before_the_known_one() throws IOException {
        assertThat(prices(
                        "{ \"budgetUsd\": 1, \"price\": { \"inputPerMillion\": 7, \"outputPerMillion\": 8 } }",
                        "openai/gpt-5-mini"))
                .containsExactly(Map.entry("default", new Price(BigDecimal.valueOf(7), BigDecimal.valueOf(8))));
    }

    @Test
    void a_budget_without_a_price_is_refused_with_what_to_do() {
        assertThatThrownBy(() -> prices("{ \"budgetUsd\": 1 }", "openai/mine"))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessage("agents.default.budgetUsd: the price of openai/mine is not known — set"
                        + " agents.default.price beside it");
    }

    @Test
    void without_a_budget_nobody_needs_a_price() throws IOException {
        assertThat(prices("{}", "openai/mine")).isEmpty();
    }

    @Test
    void the_offline_agent_never_spends_its_budget() throws IOException {
        assertThat(prices("{ \"budgetUsd\": 1 }", "offline"))
                .hasEntrySatisfying("default", price -> assertThat(price.microsFor(1_000, 1_000))
                        .isZero());
    }

    private Map<String, Price> prices(String agent, String model) throws IOException {
        Path file = Files.writeString(folder.resolve("config.json"), "{ \"agents\": { \"default\": " + agent + " } }");
        Config config =
                new ConfigLoader(Map.of()).load(file, folder, Overrides.NONE).config();
        return AgentPrices.of(config, Map.of("default", model), Prices.known());
    }
}
