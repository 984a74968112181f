package dev.switchboard.app.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts the environment's values where a text says <code>${NAME}</code>, and remembers where: what came from the
 * environment is taken for a secret. <code>$${</code> stands for itself.
 */
final class Environment {
    private static final Pattern REFERENCE = Pattern.compile("\\$(\\$\\{)|\\$\\{([^}]*)(}?)");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Map<String, String> variables;
    private final Mistakes mistakes;
    private final Map<String, List<String>> replaced = new TreeMap<>();
    private final Map<String, String> used = new TreeMap<>();

    Environment(Map<String, String> variables, Mistakes mistakes) {
        this.variables = variables;
        this.mistakes = mistakes;
    }

    /** The paths of the values that came from the environment, whole or in part. */
    Set<String> replaced() {
        return replaced.keySet();
    }

    /** The variables that were asked for and are set. */
    Map<String, String> used() {
        return used;
    }

    /** The same complaint without the value it may quote. */
    Mistake masked(Mistake mistake) {
        String sentence = mistake.sentence();
        for (String value : replaced.getOrDefault(mistake.path(), List.of())) {
            sentence = value.isBlank() ? sentence : sentence.replace(value, Secret.MASK);
        }
        return new Mistake(mistake.path(), sentence);
    }

    void replaceIn(ObjectNode object, String path) {
        for (String key : Set.copyOf(object.propertyNames())) {
            String child = Mistake.join(path, key);
            String text = replacement(object.get(key), child);
            if (text != null) {
                object.put(key, text);
            }
        }
    }

    private void replaceIn(ArrayNode list, String path) {
        for (int i = 0; i < list.size(); i++) {
            String child = "%s[%d]".formatted(path, i);
            String text = replacement(list.get(i), child);
            if (text != null) {
                list.set(i, text);
            }
        }
    }

    /** The text that a value becomes, or null if it stays as it is. */
    private @Nullable String replacement(JsonNode node, String path) {
        switch (node) {
            case ObjectNode object -> replaceIn(object, path);
            case ArrayNode list -> replaceIn(list, path);
            default -> {
                if (node.isString() && node.asString().contains("${")) {
                    return replace(node.asString(), path);
                }
            }
        }
        return null;
    }

    private String replace(String text, String path) {
        Matcher matcher = REFERENCE.matcher(text);
        return matcher.replaceAll(reference -> Matcher.quoteReplacement(
                reference.group(1) != null
                        ? reference.group(1)
                        : valueOf(reference.group(2), reference.group(3), path)));
    }

    private String valueOf(String name, String closing, String path) {
        if (closing.isEmpty() || !NAME.matcher(name).matches()) {
            mistakes.add(
                    path,
                    "\"${%s%s\" is not ${NAME} — correct it, or write $${ for the characters".formatted(name, closing));
            return "";
        }
        String value = variables.get(name);
        if (value == null) {
            mistakes.add(path, "the environment variable %s is not set — set it before the start".formatted(name));
            return "";
        }
        replaced.computeIfAbsent(path, _ -> new ArrayList<>()).add(value);
        used.put(name, value);
        return value;
    }
}
