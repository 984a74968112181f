package dev.switchboard.providers.vendor;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNullSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.switchboard.core.model.ToolSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A tool's JSON Schema for the library: each property as it is, or translated for a vendor that knows less of it. */
final class ToolSchemas {
    /** References that go deeper, such as those to themselves, are left open. */
    private static final int MOST_REFERENCES = 8;

    private ToolSchemas() {}

    static List<ToolSpecification> verbatim(List<ToolSpec> tools) {
        return specifications(tools, property -> JsonRawSchema.from(property.toString()));
    }

    static List<ToolSpecification> translated(List<ToolSpec> tools) {
        return specifications(tools, ToolSchemas::element);
    }

    private static List<ToolSpecification> specifications(
            List<ToolSpec> tools, Function<JsonNode, JsonSchemaElement> property) {
        return tools.stream()
                .map(tool -> ToolSpecification.builder()
                        .name(tool.name())
                        .description(tool.description())
                        .parameters(object(resolved(tool.parameters(), tool.parameters(), 0), property))
                        .build())
                .toList();
    }

    private static JsonObjectSchema object(JsonNode schema, Function<JsonNode, JsonSchemaElement> property) {
        Map<String, JsonSchemaElement> properties = new LinkedHashMap<>();
        schema.path("properties")
                .properties()
                .forEach(entry -> properties.put(entry.getKey(), property.apply(entry.getValue())));
        return JsonObjectSchema.builder()
                .description(description(schema))
                .addProperties(properties)
                .required(strings(schema.path("required")))
                .build();
    }

    private static JsonSchemaElement element(JsonNode schema) {
        String description = description(schema);
        for (String either : List.of("anyOf", "oneOf")) {
            if (schema.path(either).isArray()) {
                return anyOf(schema.path(either).valueStream().toList(), description);
            }
        }
        if (schema.path("enum").isArray()) {
            return JsonEnumSchema.builder()
                    .description(description)
                    .enumValues(strings(schema.path("enum")))
                    .build();
        }
        if (schema.path("type") instanceof ArrayNode types) {
            List<JsonNode> each = new ArrayList<>();
            types.forEach(type -> each.add(((ObjectNode) schema.deepCopy()).set("type", type)));
            return anyOf(each, description);
        }
        return switch (schema.path("type").asString("")) {
            case "integer" ->
                JsonIntegerSchema.builder().description(description).build();
            case "number" -> JsonNumberSchema.builder().description(description).build();
            case "boolean" ->
                JsonBooleanSchema.builder().description(description).build();
            case "null" -> new JsonNullSchema();
            case "array" ->
                JsonArraySchema.builder()
                        .description(description)
                        .items(element(schema.path("items")))
                        .build();
            case "object" -> object(schema, ToolSchemas::element);
            default -> JsonStringSchema.builder().description(description).build();
        };
    }

    private static JsonSchemaElement anyOf(List<JsonNode> schemas, @Nullable String description) {
        return JsonAnyOfSchema.builder()
                .description(description)
                .anyOf(schemas.stream().map(ToolSchemas::element).toList())
                .build();
    }

    /** With every {@code $ref} replaced by what it names: not every vendor is sent the definitions. */
    private static JsonNode resolved(JsonNode node, JsonNode root, int depth) {
        if (node.path("$ref").isString()) {
            String reference = node.path("$ref").stringValue();
            boolean followed = depth < MOST_REFERENCES && reference.startsWith("#/");
            return followed
                    ? resolved(root.at(reference.substring(1)), root, depth + 1)
                    : JsonNodeFactory.instance.objectNode();
        }
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            object.properties().forEach(entry -> {
                if (!entry.getKey().equals("$defs") && !entry.getKey().equals("definitions")) {
                    copy.set(entry.getKey(), resolved(entry.getValue(), root, depth));
                }
            });
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            array.forEach(item -> copy.add(resolved(item, root, depth)));
            return copy;
        }
        return node;
    }

    private static @Nullable String description(JsonNode schema) {
        return schema.path("description").isString()
                ? schema.path("description").stringValue()
                : null;
    }

    private static List<String> strings(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }
}
