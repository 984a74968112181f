package dev.switchboard.app.config;

import dev.switchboard.cli.option.UserPaths;
import dev.switchboard.json.text.NearestWord;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Turns a JSON tree into records and finds everything that is wrong with it, not just the first thing.
 *
 * <p>The records are the schema. A key that is left out has the value it has in the record's {@code DEFAULT}; without
 * one, {@code @Nullable} says that it may be left out. {@code @JsonAlias} is a second spelling,
 * {@code @JsonProperty(required = true)} takes the default away. Jackson's own binding stops at the first mistake and
 * does not know the nearest right word, hence this.
 */
final class RecordDecoder {
    /** A value that could not be read; why is among the mistakes. Null is a value: an optional key that is not there. */
    private static final Object BROKEN = new Object();

    private final Path folder;
    private final Mistakes mistakes;

    /** @param folder what a relative path in the file is relative to */
    RecordDecoder(Path folder, Mistakes mistakes) {
        this.folder = folder;
        this.mistakes = mistakes;
    }

    /** The record, or null if anything at all is wrong. */
    <T extends Record> @Nullable T decode(JsonNode tree, Class<T> type) {
        Object value = record(tree, type, "");
        return mistakes.isEmpty() ? type.cast(value) : null;
    }

    private Object value(JsonNode node, Type type, String path) {
        if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
            return list(node, generic, path);
        }
        if (type instanceof ParameterizedType generic && generic.getRawType() == Map.class) {
            return map(node, generic, path);
        }
        if (type instanceof Class<?> plain) {
            return isNested(plain)
                    ? record(node, plain, path)
                    : plain.isEnum() ? choice(node, plain, path) : scalar(node, plain, path);
        }
        throw new IllegalArgumentException("a configuration record cannot hold a " + type);
    }

    private Object record(JsonNode node, Class<?> type, String path) {
        if (!node.isObject()) {
            return wrongType(node, "an object", path);
        }
        Object defaults = Schema.defaults(type);
        var spellings = new ArrayList<String>();
        var values = new ArrayList<@Nullable Object>();
        for (RecordComponent component : type.getRecordComponents()) {
            spellings.add(component.getName());
            spellings.addAll(Schema.aliases(component));
            String key = spelling(node, component, path);
            values.add(component(node.get(key), component, defaults, Mistake.join(path, key)));
        }
        for (String key : node.propertyNames()) {
            if (!spellings.contains(key)) {
                mistakes.add(Mistake.join(path, key), "unknown key — " + NearestWord.hint(key, Schema.names(type)));
            }
        }
        return values.contains(BROKEN) ? BROKEN : construct(type, values, path);
    }

    /** The component's name, or its alias if that is what the file has. */
    private String spelling(JsonNode node, RecordComponent component, String path) {
        String name = component.getName();
        for (String alias : Schema.aliases(component)) {
            if (node.has(alias) && !node.has(name)) {
                return alias;
            }
            if (node.has(alias)) {
                mistakes.add(Mistake.join(path, alias), "says the same as \"%s\" — keep one of them".formatted(name));
            }
        }
        return name;
    }

    private @Nullable Object component(
            @Nullable JsonNode node, RecordComponent component, @Nullable Object defaults, String path) {
        boolean required = Schema.isRequired(component, defaults);
        if (node == null) {
            if (required) {
                mistakes.add(path, "is missing" + oneOf(component.getType()));
                return BROKEN;
            }
            return Schema.read(component, defaults);
        }
        Object value = value(node, component.getGenericType(), path);
        // After a slip in a single value go on with its default: the rest of this record may be wrong too.
        boolean replaceable = !required && !isNested(component.getType()) && component.getType() != Map.class;
        return value == BROKEN && replaceable ? Schema.read(component, defaults) : value;
    }

    private Object construct(Class<?> type, List<@Nullable Object> values, String path) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types).newInstance(values.toArray());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof InvalidConfigException invalid) {
                mistakes.addAll(path, invalid.mistakes());
                return BROKEN;
            }
            throw new IllegalStateException("cannot make a " + type.getSimpleName(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + type.getSimpleName(), e);
        }
    }

    private Object list(JsonNode node, ParameterizedType type, String path) {
        if (!node.isArray()) {
            return wrongType(node, "a list", path);
        }
        var values = new ArrayList<Object>();
        for (int i = 0; i < node.size(); i++) {
            values.add(value(node.get(i), type.getActualTypeArguments()[0], "%s[%d]".formatted(path, i)));
        }
        return values.contains(BROKEN) ? BROKEN : values;
    }

    private Object map(JsonNode node, ParameterizedType type, String path) {
        if (!node.isObject()) {
            return wrongType(node, "an object", path);
        }
        var values = new LinkedHashMap<String, Object>();
        node.forEachEntry((key, child) ->
                values.put(key, value(child, type.getActualTypeArguments()[1], Mistake.join(path, key))));
        return values.containsValue(BROKEN) ? BROKEN : values;
    }

    private Object choice(JsonNode node, Class<?> type, String path) {
        if (!node.isString()) {
            return wrongType(node, "a text", path);
        }
        String word = node.asString();
        for (Object constant : type.getEnumConstants()) {
            if (Schema.word(constant).equals(word)) {
                return constant;
            }
        }
        mistakes.add(
                path,
                "unknown %s \"%s\" — %s"
                        .formatted(Schema.title(type), word, NearestWord.hint(word, Schema.words(type))));
        return BROKEN;
    }

    private Object scalar(JsonNode node, Class<?> type, String path) {
        if (type == boolean.class || type == Boolean.class) {
            return node.isBoolean() ? node.booleanValue() : wrongType(node, "true or false", path);
        }
        if (type == int.class || type == Integer.class) {
            return node.isInt() ? node.intValue() : wrongType(node, "a whole number", path);
        }
        if (type == BigDecimal.class) {
            return node.isNumber() ? node.decimalValue() : wrongType(node, "a number", path);
        }
        if (!node.isString()) {
            return wrongType(node, "a text", path);
        }
        String text = node.asString();
        if (type == String.class) {
            return text;
        }
        if (text.isBlank()) {
            mistakes.add(path, "must not be empty — leave the key out instead");
            return BROKEN;
        }
        if (type == Secret.class) {
            return new Secret(text);
        }
        try {
            if (type == URI.class) {
                return new URI(text);
            }
            if (type == Path.class) {
                return folder.resolve(UserPaths.expand(text)).normalize();
            }
        } catch (URISyntaxException | InvalidPathException e) {
            mistakes.add(path, "cannot read \"%s\" — write it without spaces or odd characters".formatted(text));
            return BROKEN;
        }
        throw new IllegalArgumentException("a configuration record cannot hold a " + type);
    }

    /** Names the type that was found, never the value: it may be a secret in the wrong place. */
    private Object wrongType(JsonNode node, String expected, String path) {
        String found =
                switch (node.getNodeType()) {
                    case OBJECT -> "an object";
                    case ARRAY -> "a list";
                    case STRING -> "a text";
                    case BOOLEAN -> "true or false";
                    case NUMBER -> node.isIntegralNumber() ? "a number" : "a fraction";
                    case NULL -> "null";
                    default -> "something else";
                };
        mistakes.add(path, "must be %s, not %s".formatted(expected, found));
        return BROKEN;
    }

    private static boolean isNested(Class<?> type) {
        return type.isRecord() && type != Secret.class;
    }

    private static String oneOf(Class<?> type) {
        return type.isEnum() ? " — one of: " + String.join(", ", Schema.words(type)) : "";
    }
}
