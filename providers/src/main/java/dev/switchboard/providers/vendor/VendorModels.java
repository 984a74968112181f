package dev.switchboard.providers.vendor;

import dev.switchboard.core.model.Model;
import dev.switchboard.providers.ModelSettings;
import dev.switchboard.providers.Provider;
import dev.switchboard.providers.Retries;

/** The door to this package. */
public final class VendorModels {
    private VendorModels() {}

    public static Model open(ModelSettings settings, Retries retries) {
        requireKey(settings);
        Vendor vendor =
                switch (settings.provider()) {
                    case OPENAI -> new OpenAiVendor(settings);
                    case ANTHROPIC -> new AnthropicVendor(settings);
                    case OLLAMA -> new OllamaVendor(settings);
                    case GEMINI -> new GeminiVendor(settings);
                };
        return new VendorModel(settings, vendor, retries);
    }

    /** Another server than the vendor's own may well want none. */
    private static void requireKey(ModelSettings settings) {
        if (settings.apiKey() == null && settings.baseUrl() == null && settings.provider() != Provider.OLLAMA) {
            throw new IllegalArgumentException("%s needs a key: set %s or the agent's apiKey"
                    .formatted(settings.model(), settings.provider().keyVariable()));
        }
    }
}
