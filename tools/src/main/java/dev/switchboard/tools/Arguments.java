package dev.switchboard.tools;

import dev.switchboard.json.Json;
import java.util.Arrays;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.ValueInstantiationException;

/**
 * Turns the arguments a model wrote into a tool's own record, or says which field is wrong and how.
 *
 * <p>A component without {@code @Nullable} is required. Ranges are checked by the record's constructor, whose
 * {@link IllegalArgumentException} is passed on in its own words.
 */
public final class Arguments {
    private Arguments() {}

    public static <T extends Record> T decode(JsonNode arguments, Class<T> shape) throws Refused {
        if (!arguments.isObject()) {
            throw new Refused("the arguments must be a JSON object");
        }
        try {
            return Json.mapper().treeToValue(arguments, shape);
        } catch (ValueInstantiationException e) {
            var cause = e.getCause() == null ? e : e.getCause();
            throw new Refused(String.valueOf(cause.getMessage()));
        } catch (MismatchedInputException e) {
            throw new Refused(complaint(arguments, field(e), e.getTargetType()));
        } catch (InputCoercionException e) {
            throw new Refused(complaint(arguments, field(e), e.getTargetType()));
        }
    }

    private static String field(JacksonException e) {
        return e.getPath().stream()
                .map(step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName())
                .collect(Collectors.joining("."));
    }

    private static String complaint(JsonNode arguments, String field, Class<?> wanted) {
        if (!field.contains(".") && !arguments.hasNonNull(field)) {
            return field + " is required; given: "
                    + (arguments.isEmpty() ? "nothing" : String.join(", ", arguments.propertyNames()));
        }
        return field + " must be " + kind(wanted);
    }

    private static String kind(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> Json.mapper().valueToTree(constant).asString())
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        if (type == String.class) {
            return "a text";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return "a whole number in range";
        }
        return "a " + type.getSimpleName();
    }
}
