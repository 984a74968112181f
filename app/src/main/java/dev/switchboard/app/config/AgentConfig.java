package dev.switchboard.app.config;

import dev.switchboard.core.failure.NearestWord;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who answers.
 *
 * @param model {@code provider/name} or {@code offline}; without one the environment decides
 * @param baseUrl where the provider is reached, if not at its usual address
 * @param system what the model is told before any conversation
 * @param contextTokens how much the model can read, where the provider does not say
 */
public record AgentConfig(
        @Nullable String model,
        @Nullable URI baseUrl,
        @Nullable Secret apiKey,
        @Nullable String system,
        @Nullable Integer contextTokens) {

    public static final String OFFLINE = "offline";
    public static final List<String> PROVIDERS = List.of("openai", "anthropic", "ollama", "gemini");
    public static final AgentConfig DEFAULT = new AgentConfig(null, null, null, null, null);

    public AgentConfig {
        var mistakes = new Mistakes();
        if (model != null && !model.equals(OFFLINE)) {
            checkModel(model, mistakes);
        }
        if (baseUrl != null) {
            mistakes.require(
                    Urls.isWeb(baseUrl),
                    "baseUrl",
                    "\"%s\" is not a web address — write it like http://127.0.0.1:11434".formatted(baseUrl));
        }
        if (contextTokens != null) {
            mistakes.between(1_000, 10_000_000, "contextTokens", contextTokens);
        }
        mistakes.raise();
    }

    private static void checkModel(String model, Mistakes mistakes) {
        int slash = model.indexOf('/');
        if (slash < 0 || slash == model.length() - 1) {
            mistakes.add(
                    "model",
                    "\"%s\" is not a model — write provider/name, like openai/gpt-5-mini, or offline".formatted(model));
            return;
        }
        String provider = model.substring(0, slash);
        mistakes.require(
                PROVIDERS.contains(provider),
                "model",
                "unknown provider \"%s\" — %s".formatted(provider, NearestWord.hint(provider, PROVIDERS)));
    }
}
