package dev.switchboard.core.ledger;

import java.util.Collection;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Takes the keys and tokens this gateway knows out of what it shows. */
public final class Masking {
    /** A shorter word would be found by chance. */
    private static final int SHORTEST = 8;

    private static final String MASK = "••••";

    public static final Masking NONE = new Masking(List.of());

    private final List<String> secrets;

    public Masking(Collection<String> secrets) {
        // The longest first: one may be a part of another.
        this.secrets = secrets.stream()
                .filter(secret -> secret.length() >= SHORTEST)
                .distinct()
                .sorted((one, other) -> Integer.compare(other.length(), one.length()))
                .toList();
    }

    public String mask(String text) {
        var masked = text;
        for (var secret : secrets) {
            masked = masked.replace(secret, MASK);
        }
        return masked;
    }

    /** How much of a text that is still growing must not be shown yet: its end may be the beginning of a secret. */
    public int heldBack(CharSequence text) {
        int held = 0;
        for (var secret : secrets) {
            for (int length = Math.min(secret.length() - 1, text.length()); length > held; length--) {
                if (secret.startsWith(
                        text.subSequence(text.length() - length, text.length()).toString())) {
                    held = length;
                }
            }
        }
        return held;
    }

    /** A copy without secrets, names of fields included. */
    public ObjectNode mask(ObjectNode object) {
        var masked = object.objectNode();
        object.properties().forEach(field -> masked.set(mask(field.getKey()), mask(field.getValue())));
        return masked;
    }

    private JsonNode mask(JsonNode node) {
        return switch (node) {
            case StringNode text -> StringNode.valueOf(mask(text.stringValue()));
            case ObjectNode object -> mask(object);
            case ArrayNode array -> {
                var masked = array.arrayNode();
                array.forEach(element -> masked.add(mask(element)));
                yield masked;
            }
            default -> node;
        };
    }
}
