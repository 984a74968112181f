package dev.switchboard.providers;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A vendor, or a protocol that many servers speak, as written before the slash of a model's name. */
public enum Provider {
    OPENAI("openai", "https://api.openai.com/v1", "OPENAI_API_KEY"),
    ANTHROPIC("anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
    OLLAMA("ollama", "http://127.0.0.1:11434", "OLLAMA_API_KEY"),
    GEMINI("gemini", "https://generativelanguage.googleapis.com/v1beta", "GEMINI_API_KEY");

    private final String word;
    private final String baseUrl;
    private final String keyVariable;

    Provider(String word, String baseUrl, String keyVariable) {
        this.word = word;
        this.baseUrl = baseUrl;
        this.keyVariable = keyVariable;
    }

    public String word() {
        return word;
    }

    /** Where the vendor itself listens. */
    public String baseUrl() {
        return baseUrl;
    }

    /** The environment variable people keep this vendor's key in. */
    public String keyVariable() {
        return keyVariable;
    }

    static Optional<Provider> of(String word) {
        return Arrays.stream(values())
                .filter(provider -> provider.word.equals(word))
                .findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Provider::word).toList();
    }
}
