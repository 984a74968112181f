package dev.switchboard.app.config;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.json.Json;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * A configuration and where it came from.
 *
 * @param file null when there was none and the defaults are in force
 * @param fromEnvironment the paths of values that came from the environment
 */
public record LoadedConfig(Config config, @Nullable Path file, Set<String> fromEnvironment) {
    private static final JsonMapper PRINTER = Json.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            // As it is written in the file: Jackson would make a file:// address of it.
            .addModule(new SimpleModule().addSerializer(Path.class, ToStringSerializer.instance))
            .build();

    public LoadedConfig {
        fromEnvironment = Set.copyOf(fromEnvironment);
    }

    /** The configuration in force as JSON, with secrets and whatever came from the environment masked. */
    public String masked() {
        JsonNode tree = PRINTER.valueToTree(config);
        mask(tree, "");
        return PRINTER.writeValueAsString(tree);
    }

    private void mask(JsonNode node, String path) {
        switch (node) {
            case ObjectNode object -> {
                for (Map.Entry<String, JsonNode> entry : Set.copyOf(object.properties())) {
                    String child = Mistake.join(path, entry.getKey());
                    if (fromEnvironment.contains(child)) {
                        object.put(entry.getKey(), Secret.MASK);
                    } else {
                        mask(entry.getValue(), child);
                    }
                }
            }
            case ArrayNode list -> {
                for (int i = 0; i < list.size(); i++) {
                    String child = "%s[%d]".formatted(path, i);
                    if (fromEnvironment.contains(child)) {
                        list.set(i, Secret.MASK);
                    } else {
                        mask(list.get(i), child);
                    }
                }
            }
            default -> {
                // a value that may be shown
            }
        }
    }
}
