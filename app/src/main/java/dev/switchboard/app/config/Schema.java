package dev.switchboard.app.config;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a configuration record says about itself. */
final class Schema {
    private Schema() {}

    /** The record's own {@code DEFAULT}, if it has one. */
    static @Nullable Object defaults(Class<?> type) {
        try {
            return type.getField("DEFAULT").get(null);
        } catch (NoSuchFieldException e) {
            return null;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("DEFAULT of " + type.getSimpleName() + " must be public", e);
        }
    }

    static @Nullable Object read(RecordComponent component, @Nullable Object record) {
        if (record == null) {
            return null;
        }
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    static boolean isRequired(RecordComponent component, @Nullable Object defaults) {
        JsonProperty property = component.getAccessor().getAnnotation(JsonProperty.class);
        if (property != null && property.required()) {
            return true;
        }
        return defaults == null && !component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    static List<String> aliases(RecordComponent component) {
        JsonAlias alias = component.getAccessor().getAnnotation(JsonAlias.class);
        return alias == null ? List.of() : List.of(alias.value());
    }

    static List<String> names(Class<?> record) {
        return Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }

    /** What a choice is called in a sentence: {@code ApprovalMode} is an approval mode. */
    static String title(Class<?> choice) {
        return choice.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /** How a choice is written in the file. */
    static String word(Object constant) {
        return constant.toString().toLowerCase(Locale.ROOT);
    }

    static List<String> words(Class<?> choice) {
        return Arrays.stream(choice.getEnumConstants()).map(Schema::word).toList();
    }
}
