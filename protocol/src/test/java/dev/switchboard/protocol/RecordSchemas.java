package dev.switchboard.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.switchboard.json.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes JSON Schemas of records. What a record cannot say, since strangers fill it, stands in two tables. Unknown fields are
 * allowed, because newer ones are compatible.
 */
public final class RecordSchemas {
    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";
    private static final JsonMapper MAPPER = Json.mapper();
    private static final SnakeCaseStrategy NAMING = new SnakeCaseStrategy();
    /** The same on every system, so that the files can be compared as texts. */
    private static final ObjectWriter WRITER = MAPPER.writer()
            .with(new DefaultPrettyPrinter(
                            Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER))
                    .withObjectIndenter(new DefaultIndenter("  ", "\n")));

    private final Map<Class<?>, Set<String>> required;
    private final Map<Class<?>, Map<String, List<String>>> choices;
    private final Map<Class<?>, Map<String, List<Type>>> either;

    /**
     * @param required what a stranger has to say though the component is nullable, by its name on the wire
     * @param choices texts of which there are only so many
     * @param either fields that may be of one of several kinds
     */
    public RecordSchemas(
            Map<Class<?>, Set<String>> required,
            Map<Class<?>, Map<String, List<String>>> choices,
            Map<Class<?>, Map<String, List<Type>>> either) {
        this.required = required;
        this.choices = choices;
        this.either = either;
    }

    /** A schema of one of several files. */
    public static ObjectNode anyOf(Iterable<String> files, String title, String description) {
        var any = titled(title, description);
        var kinds = any.putArray("oneOf");
        files.forEach(file -> kinds.addObject().put("$ref", file));
        return any;
    }

    /** Every file as it is written, by its name. */
    public static SortedMap<String, String> written(SortedMap<String, ObjectNode> schemas) {
        var texts = new TreeMap<String, String>();
        schemas.forEach((file, schema) -> texts.put(file, WRITER.writeValueAsString(schema) + "\n"));
        return texts;
    }

    public static ObjectNode titled(String title, String description) {
        return MAPPER.createObjectNode()
                .put("$schema", DRAFT)
                .put("title", title)
                .put("description", description);
    }

    /** A frame whose kind stands in one of its fields, beside the others. */
    public ObjectNode frame(Class<?> kind, Map<String, String> named, String title, String description) {
        var schema = titled(title, description).put("type", "object");
        var properties = schema.putObject("properties");
        var needed = schema.putArray("required");
        named.forEach((field, value) -> {
            properties.putObject(field).put("const", value);
            needed.add(field);
        });
        fields(kind, properties, needed);
        return schema;
    }

    public ObjectNode record(Class<?> kind) {
        var schema = MAPPER.createObjectNode().put("type", "object");
        var properties = MAPPER.createObjectNode();
        var needed = MAPPER.createArrayNode();
        fields(kind, properties, needed);
        if (!properties.isEmpty()) {
            schema.set("properties", properties);
        }
        if (!needed.isEmpty()) {
            schema.set("required", needed);
        }
        return schema;
    }

    private void fields(Class<?> kind, ObjectNode properties, ArrayNode needed) {
        var byHand = required.getOrDefault(kind, Set.of());
        for (var component : kind.getRecordComponents()) {
            if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
                fields(component.getType(), properties, needed);
                continue;
            }
            var name = nameOf(kind, component);
            properties.set(name, field(kind, name, component.getGenericType()));
            if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class) || byHand.contains(name)) {
                needed.add(name);
            }
        }
    }

    private static String nameOf(Class<?> kind, RecordComponent component) {
        var given = component.getAccessor().getAnnotation(JsonProperty.class);
        if (given != null) {
            return given.value();
        }
        // This strategy looks at nothing but the name.
        return isSnakeCase(kind) ? NAMING.nameForField(null, null, component.getName()) : component.getName();
    }

    private static boolean isSnakeCase(Class<?> kind) {
        if (kind.isAnnotationPresent(JsonNaming.class)) {
            return true;
        }
        for (var parent : kind.getInterfaces()) {
            if (parent.isAnnotationPresent(JsonNaming.class)) {
                return true;
            }
        }
        return false;
    }

    private ObjectNode field(Class<?> owner, String name, Type type) {
        var kinds = either.getOrDefault(owner, Map.of()).get(name);
        if (kinds != null) {
            var schema = MAPPER.createObjectNode();
            var any = schema.putArray("anyOf");
            kinds.forEach(kind -> any.add(of(kind)));
            return schema;
        }
        if (name.endsWith("_at") || name.endsWith("At")) {
            return moment();
        }
        var schema = of(type);
        var only = choices.getOrDefault(owner, Map.of()).get(name);
        if (only != null) {
            only.forEach(schema.putArray("enum")::add);
        }
        return schema;
    }

    private ObjectNode of(Type type) {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            var schema = ofType("array");
            schema.set("items", of(list.getActualTypeArguments()[0]));
            return schema;
        }
        if (!(type instanceof Class<?> kind)) {
            throw new IllegalArgumentException("no schema for " + type);
        }
        if (kind.isRecord()) {
            return record(kind);
        }
        return switch (kind.getSimpleName()) {
            case "String" -> ofType("string");
            case "Instant" -> moment();
            case "Boolean", "boolean" -> ofType("boolean");
            case "Integer", "int", "Long", "long" -> ofType("integer");
            case "Double", "double" -> ofType("number");
            case "ObjectNode" -> ofType("object");
            case "JsonNode" -> MAPPER.createObjectNode();
            default -> throw new IllegalArgumentException("no schema for " + type);
        };
    }

    public static ObjectNode moment() {
        return ofType("string").put("format", "date-time");
    }

    private static ObjectNode ofType(String name) {
        return MAPPER.createObjectNode().put("type", name);
    }
}
