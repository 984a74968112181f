package dev.switchboard.app.config;

import dev.switchboard.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Finds the configuration file, reads it, and either has a usable configuration or says all that is wrong with it. */
public final class ConfigLoader {
    public static final String FILE_NAME = "config.json";

    private static final JsonMapper MAPPER = Json.builder(JsonFactory.builder()
                    .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            // Amounts of money are read as they are written.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final Map<String, String> environment;

    public ConfigLoader(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * @param file the file a person named, or null to look in the data folder
     * @throws InvalidConfigException with every mistake that was found
     */
    public LoadedConfig load(@Nullable Path file, Path dataFolder, Overrides overrides) {
        if (file != null && !Files.exists(file)) {
            throw refused(file, "there is no such file — check the path after --config");
        }
        Path usual = dataFolder.resolve(FILE_NAME);
        Path source = file != null ? file : Files.exists(usual) ? usual : null;
        ObjectNode root = source == null ? MAPPER.createObjectNode() : parse(source);
        return decode(root, source, overrides);
    }

    private LoadedConfig decode(ObjectNode root, @Nullable Path source, Overrides overrides) {
        var mistakes = new Mistakes();
        var variables = new Environment(environment, mistakes);
        variables.replaceIn(root, "");
        overrides.applyTo(root);
        Path folder = source == null ? Path.of("") : source.toAbsolutePath().resolveSibling("");
        Config config = new RecordDecoder(folder, mistakes).decode(root, Config.class);
        if (config == null) {
            List<Mistake> shown = mistakes.all().stream().map(variables::masked).toList();
            throw new InvalidConfigException(source == null ? "" : source.toString(), shown);
        }
        return new LoadedConfig(config, source, variables.replaced());
    }

    private static ObjectNode parse(Path file) {
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

    private static InvalidConfigException refused(Path file, String sentence) {
        return new InvalidConfigException(file.toString(), List.of(new Mistake("", sentence)));
    }
}
