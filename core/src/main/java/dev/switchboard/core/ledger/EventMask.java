package dev.switchboard.core.ledger;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Masks whatever texts an event holds, by the components of its record, so that a new event or field is masked without
 * anybody having thought of it. Thread: any.
 */
final class EventMask {
    /** Built once a class: looking at components is slow. */
    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return Shape.of(type);
        }
    };

    private final Masking masking;

    EventMask(Masking masking) {
        this.masking = masking;
    }

    /** @param ids which components are not looked at in an event; a record inside of one has no ids of ours */
    private record Shape(Constructor<?> constructor, Method[] components, boolean[] ids) {
        static Shape of(Class<?> type) {
            var parts = type.getRecordComponents();
            try {
                return new Shape(
                        type.getDeclaredConstructor(Arrays.stream(parts)
                                .map(RecordComponent::getType)
                                .toArray(Class<?>[]::new)),
                        Arrays.stream(parts).map(RecordComponent::getAccessor).toArray(Method[]::new),
                        ids(parts));
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException("cannot make a " + type, e);
            }
        }

        private static boolean[] ids(RecordComponent[] parts) {
            var ids = new boolean[parts.length];
            for (int i = 0; i < parts.length; i++) {
                var name = parts[i].getName();
                ids[i] = name.equals("id") || name.endsWith("Id") || name.endsWith("Ids");
            }
            return ids;
        }
    }

    @SuppressWarnings("unchecked") // a record is rebuilt by its own constructor
    <E extends RunEvent> E mask(E event) {
        return (E) record((Record) event, true);
    }

    private Record record(Record whole, boolean event) {
        var shape = SHAPES.get(whole.getClass());
        var values = new @Nullable Object[shape.components().length];
        boolean changed = false;
        try {
            for (int i = 0; i < values.length; i++) {
                var value = shape.components()[i].invoke(whole);
                values[i] = event && shape.ids()[i] ? value : part(value);
                changed |= values[i] != value;
            }
            return changed ? (Record) shape.constructor().newInstance(values) : whole;
        } catch (InvocationTargetException | IllegalAccessException | InstantiationException e) {
            throw new IllegalStateException("cannot mask a " + whole.getClass().getSimpleName(), e);
        }
    }

    /** The same object if there is nothing to mask in it. */
    private @Nullable Object part(@Nullable Object value) {
        if (value instanceof String text) {
            return masking.mask(text);
        }
        if (value instanceof JsonNode json) {
            return masking.mask(json);
        }
        if (value instanceof List<?> list) {
            var masked = list.stream().map(this::part).toList();
            for (int i = 0; i < masked.size(); i++) {
                if (masked.get(i) != list.get(i)) {
                    return masked;
                }
            }
            return list;
        }
        return value instanceof Record inner ? record(inner, false) : value;
    }
}
