package dev.switchboard.edge.net;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Header fields by name, whatever its case; several values keep their order. Immutable. */
public final class Headers {
    public static final Headers NONE = new Headers(Map.of());

    private final Map<String, List<String>> values;

    private Headers(Map<String, List<String>> values) {
        this.values = values;
    }

    public static Headers of(String name, String value) {
        return NONE.with(name, value);
    }

    /** All of them at once, where one copy for each would be many. */
    static Headers of(Iterable<Map.Entry<String, String>> fields) {
        var values = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
        for (var field : fields) {
            values.computeIfAbsent(field.getKey(), _ -> new ArrayList<>()).add(field.getValue());
        }
        values.replaceAll((_, all) -> List.copyOf(all));
        return new Headers(Collections.unmodifiableMap(values));
    }

    /** A copy that has this value instead of any earlier one. */
    public Headers with(String name, String value) {
        var copy = copy();
        copy.put(name, List.of(value));
        return new Headers(copy);
    }

    /** A copy that has this value after the earlier ones. */
    public Headers and(String name, String value) {
        var copy = copy();
        var all = new ArrayList<>(copy.getOrDefault(name, List.of()));
        all.add(value);
        copy.put(name, List.copyOf(all));
        return new Headers(copy);
    }

    public Optional<String> first(String name) {
        var all = values.get(name);
        return all == null ? Optional.empty() : Optional.of(all.getFirst());
    }

    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    public Map<String, List<String>> asMap() {
        return values;
    }

    private TreeMap<String, List<String>> copy() {
        var copy = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(values);
        return copy;
    }
}
