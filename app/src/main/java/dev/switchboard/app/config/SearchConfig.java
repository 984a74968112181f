package dev.switchboard.app.config;

import com.fasterxml.jackson.annotation.JsonValue;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who is asked when an agent searches the web.
 *
 * @param baseUrl where it is reached; only SearXNG, which people run themselves, has no usual address
 * @param apiKey SearXNG alone does without
 */
public record SearchConfig(
        Engine engine, @Nullable URI baseUrl, @Nullable Secret apiKey) {
    public enum Engine {
        SEARXNG,
        BRAVE,
        TAVILY;

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public SearchConfig {
        var mistakes = new Mistakes();
        if (baseUrl != null) {
            mistakes.require(
                    Urls.isWeb(baseUrl),
                    "baseUrl",
                    "\"%s\" is not a web address — write it like http://127.0.0.1:8888".formatted(baseUrl));
        }
        if (engine == Engine.SEARXNG) {
            mistakes.require(baseUrl != null, "baseUrl", "is missing — searxng is asked where you run it");
        } else {
            mistakes.require(
                    apiKey != null, "apiKey", "is missing — %s answers nobody without".formatted(engine.wireName()));
        }
        mistakes.raise();
    }
}
