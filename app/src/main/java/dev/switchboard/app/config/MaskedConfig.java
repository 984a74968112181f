package dev.switchboard.app.config;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.json.Json;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** A configuration for people to read: what is secret, or came from where secrets are kept, is not shown. */
final class MaskedConfig {
    private static final JsonMapper PRINTER = Json.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            // As it is written in the file: Jackson would make a file:// address of it.
            .addModule(new SimpleModule().addSerializer(Path.class, ToStringSerializer.instance))
            .build();

    private final Set<String> hidden;

    /** @param hidden the paths of further values not to show */
    MaskedConfig(Set<String> hidden) {
        this.hidden = hidden;
    }

    String print(Config config) {
        JsonNode tree = PRINTER.valueToTree(config);
        mask(tree, "");
        return PRINTER.writeValueAsString(tree);
    }

    private void mask(JsonNode node, String path) {
        switch (node) {
            case ObjectNode object -> {
                for (Map.Entry<String, JsonNode> entry : Set.copyOf(object.properties())) {
                    String child = Mistake.join(path, entry.getKey());
                    if (hidden.contains(child)) {
                        object.put(entry.getKey(), Secret.MASK);
                    } else {
                        mask(entry.getValue(), child);
                    }
                }
            }
            case ArrayNode list -> {
                for (int i = 0; i < list.size(); i++) {
                    String child = "%s[%d]".formatted(path, i);
                    if (hidden.contains(child)) {
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
