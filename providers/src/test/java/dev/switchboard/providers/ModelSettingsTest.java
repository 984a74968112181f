package dev.switchboard.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "opnai/gpt-5, openai/…",
        "antropic/claude, anthropic/…",
        "OLLAMA/tiny, ollama/…",
        "google-gemini/pro, gemini/…"
    })
    void anUnknownProviderNamesTheNearestRightWord(String model, String hint) {
        assertThatThrownBy(() -> ModelSettings.of(model))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(model, hint);
    }

    @Test
    void aModelWithoutANameSaysWhatToWrite() {
        assertThatThrownBy(() -> ModelSettings.of("openai")).hasMessageContaining("openai/<name>");
        assertThatThrownBy(() -> ModelSettings.of("openai/ ")).hasMessageContaining("openai/<name>");
        assertThatThrownBy(() -> ModelSettings.of("openai/gpt 5")).hasMessageContaining("space");
    }

    @Test
    void aNameMayContainSlashes() {
        assertThat(ModelSettings.of("openai/meta-llama/Llama-3").name())
                .isEqualTo(new ModelName(Provider.OPENAI, "meta-llama/Llama-3"));
    }

    @Test
    void theKeyIsNeverPrinted() {
        ModelSettings settings = ModelSettings.of("openai/gpt-5").at("http://me:pw@localhost/v1", "sk-secret");

        assertThat(settings.toString()).contains("openai/gpt-5", "***").doesNotContain("sk-secret", "pw");
    }

    @Test
    void aKeyThatCannotBeAHeaderIsRefusedWithoutPrintingIt() {
        ModelSettings settings = ModelSettings.of("openai/gpt-5");

        assertThatThrownBy(() -> settings.at(null, "sk-sec\nret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("openai/gpt-5")
                .hasMessageNotContaining("sk-sec");
        assertThat(settings.at(null, " sk-secret\n").apiKey()).isEqualTo("sk-secret");
    }

    @Test
    void aBaseUrlMustBeAnAddress() {
        assertThatThrownBy(() -> ModelSettings.of("openai/gpt-5").at("localhost:1234", null))
                .hasMessageContaining("https://");
    }

    @ParameterizedTest
    @CsvSource({
        "openai/gpt-5, https://proxy.example/v1/, https://proxy.example/v1",
        "anthropic/claude, https://proxy.example, https://proxy.example/v1",
        "anthropic/claude, https://proxy.example/v1, https://proxy.example/v1",
        "ollama/tiny, , http://127.0.0.1:11434"
    })
    void theAddressIsWhatTheVendorsClientExpects(String model, String baseUrl, String address) {
        assertThat(ModelSettings.of(model).at(baseUrl, null).address()).isEqualTo(address);
    }

    @Test
    void aVendorsOwnServerNeedsAKey() {
        Models models = new Models();

        assertThatThrownBy(() -> models.open(ModelSettings.of("anthropic/claude")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ANTHROPIC_API_KEY");
        assertThat(models.open(ModelSettings.of("ollama/tiny")).name()).isEqualTo("ollama/tiny");
        assertThat(models.open(ModelSettings.of("openai/local").at("http://localhost:1/v1", null))
                        .name())
                .isEqualTo("openai/local");
    }

    @ParameterizedTest
    @CsvSource({
        "openai/gpt-5-mini, 400000",
        "openai/gpt-4o-mini, 128000",
        "openai/gpt-4-0613, 8192",
        "openai/somebody/else, 32000",
        "anthropic/claude-sonnet-4-5, 200000",
        "gemini/gemini-2.5-flash, 1048576",
        "ollama/qwen3:8b, 32768",
        "ollama/somebody, 8192"
    })
    void theContextWindowIsKnownByTheLongestBeginningOfTheName(String model, int tokens) {
        assertThat(ContextWindows.tokens(ModelSettings.of(model))).isEqualTo(tokens);
    }

    @Test
    void aConfiguredContextWindowCounts() {
        var settings = new ModelSettings("openai/gpt-5", null, null, 1000, null, TimeLimits.DEFAULT);

        assertThat(ContextWindows.tokens(settings)).isEqualTo(1000);
    }
}
