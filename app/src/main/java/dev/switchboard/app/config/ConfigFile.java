package dev.switchboard.app.config;

import dev.switchboard.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The text of a configuration: JSON that may have comments and trailing commas, and no key twice. */
final class ConfigFile {
    private static final JsonMapper MAPPER = Json.builder(JsonFactory.builder()
                    .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            // Amounts of money are read as they are written.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private ConfigFile() {}

    static ObjectNode read(Path file) {
        try {
            JsonNode tree = MAPPER.readTree(Files.readAllBytes(file));
            if (tree instanceof ObjectNode object) {
                return object;
            }
            throw refused(file, "must hold one JSON object, like { \"server\": { \"port\": 18080 } }");
        } catch (JacksonException e) {
            var at = e.getLocation();
            throw refused(
                    file,
                    "line %d, column %d is not JSON (%s) — correct it there or just before"
                            .formatted(at.getLineNr(), at.getColumnNr(), e.getOriginalMessage()));
        } catch (IOException e) {
            throw refused(file, "cannot be read (%s) — check its permissions".formatted(e.getMessage()));
        }
    }

    static InvalidConfigException refused(Path file, String sentence) {
        return new InvalidConfigException(file.toString(), List.of(new Mistake("", sentence)));
    }
}
