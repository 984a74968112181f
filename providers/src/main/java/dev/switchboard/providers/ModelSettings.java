package dev.switchboard.providers;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Which model to use and how to reach it.
 *
 * @param model {@code provider/name}
 * @param baseUrl another server that speaks the provider's protocol; null for the vendor's own
 * @param contextTokens overrides what is known of the model
 * @param thinkingTokens a budget for thinking where the vendor wants to be asked for it; null leaves it to the vendor
 */
public record ModelSettings(
        String model,
        @Nullable String baseUrl,
        @Nullable String apiKey,
        @Nullable Integer contextTokens,
        @Nullable Integer thinkingTokens,
        TimeLimits limits) {

    public ModelSettings {
        ModelName name = ModelName.parse(model);
        baseUrl = baseUrl == null ? null : checked(baseUrl.strip());
        apiKey = apiKey == null || apiKey.isBlank() ? null : apiKey.strip();
        // A key that cannot be a header would come back, in full, in the HTTP client's own complaint.
        if (apiKey != null && !apiKey.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
            throw new IllegalArgumentException(
                    "the API key of %s has a character that no key has: was it copied whole?".formatted(name));
        }
        if (contextTokens != null && contextTokens < 1) {
            throw new IllegalArgumentException("contextTokens must be at least 1, was " + contextTokens);
        }
        if (thinkingTokens != null && thinkingTokens < 1) {
            throw new IllegalArgumentException("thinkingTokens must be at least 1, was " + thinkingTokens);
        }
    }

    public static ModelSettings of(String model) {
        return new ModelSettings(model, null, null, null, null, TimeLimits.DEFAULT);
    }

    public ModelSettings at(@Nullable String url, @Nullable String key) {
        return new ModelSettings(model, url, key, contextTokens, thinkingTokens, limits);
    }

    public ModelSettings within(TimeLimits otherLimits) {
        return new ModelSettings(model, baseUrl, apiKey, contextTokens, thinkingTokens, otherLimits);
    }

    public ModelName name() {
        return ModelName.parse(model);
    }

    public Provider provider() {
        return name().provider();
    }

    /** The address to send to, without a slash at its end. */
    public String address() {
        String url = baseUrl == null ? provider().baseUrl() : baseUrl;
        while (url.endsWith("/")) {
            url = url.substring(0, url.length() - 1);
        }
        // Anthropic's own clients take the address without its version, and so people set it like that.
        return provider() == Provider.ANTHROPIC && !url.endsWith("/v1") ? url + "/v1" : url;
    }

    /** The address as it may be shown: no user, no path. */
    public String server() {
        URI uri = URI.create(address());
        return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    }

    private static String checked(String url) {
        try {
            URI uri = URI.create(url);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // told below, in our words
        }
        throw new IllegalArgumentException("baseUrl is no address: write http://… or https://…");
    }

    /** Settings are printed and logged; keys are not. */
    @Override
    public String toString() {
        return "ModelSettings[model=%s, server=%s, apiKey=%s]"
                .formatted(model, server(), apiKey == null ? "none" : "***");
    }
}
