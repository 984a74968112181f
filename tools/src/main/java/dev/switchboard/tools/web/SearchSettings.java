package dev.switchboard.tools.web;

import dev.switchboard.json.text.NearestWord;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where an agent's searches go.
 *
 * @param engine {@code searxng}, {@code brave} or {@code tavily}
 * @param baseUrl of a SearXNG, which may well be on this machine; for the others another server that speaks as they do
 */
public record SearchSettings(
        String engine, @Nullable String baseUrl, @Nullable String apiKey) {
    private static final List<String> ENGINES = List.of("searxng", "brave", "tavily");

    public SearchSettings {
        if (!ENGINES.contains(engine)) {
            throw new IllegalArgumentException(
                    "there is no search engine \"%s\": %s".formatted(engine, NearestWord.hint(engine, ENGINES)));
        }
        baseUrl = baseUrl == null ? null : checked(baseUrl.strip());
        apiKey = apiKey == null || apiKey.isBlank() ? null : apiKey.strip();
        if (engine.equals("searxng") && baseUrl == null) {
            throw new IllegalArgumentException("searxng needs a baseUrl, such as http://localhost:8888");
        }
        if (!engine.equals("searxng") && apiKey == null) {
            throw new IllegalArgumentException("%s needs an apiKey".formatted(engine));
        }
        // A key that cannot be a header would come back, in full, in the HTTP client's own complaint.
        if (apiKey != null && !apiKey.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
            throw new IllegalArgumentException(
                    "the apiKey of %s has a character that no key has: was it copied whole?".formatted(engine));
        }
    }

    private static String checked(String url) {
        try {
            URI uri = URI.create(url);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return url.replaceFirst("/+$", "");
            }
        } catch (IllegalArgumentException e) {
            // told below, in our words
        }
        throw new IllegalArgumentException("baseUrl is no address: write http://… or https://…");
    }

    /** Settings are printed and logged; keys are not. */
    @Override
    public String toString() {
        return "SearchSettings[engine=%s, apiKey=%s]".formatted(engine, apiKey == null ? "none" : "***");
    }
}
