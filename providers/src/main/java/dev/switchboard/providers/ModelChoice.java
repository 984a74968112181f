package dev.switchboard.providers;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which model to use: the configured one, else one whose key is in the environment, else a local Ollama, else none.
 */
public final class ModelChoice {
    static final String ANTHROPIC_DEFAULT = "anthropic/claude-sonnet-4-5";
    static final String OPENAI_DEFAULT = "openai/gpt-5-mini";

    /** Looks for a server that needs no key. */
    @FunctionalInterface
    public interface Probe {
        Optional<String> firstModel() throws InterruptedException;
    }

    private final Map<String, String> environment;
    private final Probe ollama;

    public ModelChoice(Map<String, String> environment, Probe ollama) {
        this.environment = environment;
        this.ollama = ollama;
    }

    /** @param configured with what its configuration says of it; null if nothing is configured */
    public Optional<ModelSettings> choose(@Nullable ModelSettings configured) throws InterruptedException {
        if (configured != null) {
            return Optional.of(withEnvironment(configured));
        }
        for (String model : new String[] {ANTHROPIC_DEFAULT, OPENAI_DEFAULT}) {
            ModelSettings settings = withEnvironment(ModelSettings.of(model));
            if (settings.apiKey() != null) {
                return Optional.of(settings);
            }
        }
        return ollama.firstModel().map(name -> ModelSettings.of("ollama/" + name));
    }

    /** A key from the environment goes only to the server it was put there for. */
    private ModelSettings withEnvironment(ModelSettings settings) {
        String url = settings.baseUrl() == null ? environmentUrl(settings.provider()) : settings.baseUrl();
        boolean sameServer = Objects.equals(url, environmentUrl(settings.provider()));
        String key = settings.apiKey() == null && sameServer
                ? set(settings.provider().keyVariable())
                : settings.apiKey();
        return settings.at(url, key);
    }

    private @Nullable String environmentUrl(Provider provider) {
        return switch (provider) {
            case OPENAI -> set("OPENAI_BASE_URL");
            case ANTHROPIC -> set("ANTHROPIC_BASE_URL");
            case OLLAMA, GEMINI -> null;
        };
    }

    private @Nullable String set(String variable) {
        String value = environment.get(variable);
        return value == null || value.isBlank() ? null : value.strip();
    }
}
