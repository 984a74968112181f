package dev.switchboard.core.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Takes keys and tokens out of what is shown: those this gateway knows, and those it knows by their form. What holds none
 * is handed back as it is. Thread: any.
 */
public final class Masking {
    /** Knows no keys; what has the form of a secret is masked all the same. */
    public static final Masking NONE = new Masking(List.of());

    private static final String HEADER = "Authorization: ";

    private final SecretFinder finder;
    private final EventMask events = new EventMask(this);

    public Masking(Collection<String> secrets) {
        this.finder = new SecretFinder(secrets);
    }

    public String mask(String text) {
        return mayHoldSecrets(text) ? begin(text, false) : text;
    }

    /** Of a text whose end was cut off: half a key is still a secret. */
    public String maskCut(String text) {
        return begin(text, true);
    }

    private String begin(String text, boolean cut) {
        var growing = growing();
        return growing.add(text) + (cut ? growing.cut() : growing.end());
    }

    /** What is secret of a header such as {@code Bearer k}: whoever has the k has the key. Empty for any other text. */
    public static Optional<String> credentials(String header) {
        return SecretFinder.behindScheme(header);
    }

    /** A text that comes piece by piece. */
    public MaskedText growing() {
        return new MaskedText(finder);
    }

    /** Looks without making anything, since nearly no text holds one. */
    private boolean mayHoldSecrets(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (finder.mayBeginAt(text, i)
                    && (finder.lengthAt(text, i, true) > 0 || finder.authorizationAt(text, i, true) > 0)) {
                return true;
            }
        }
        return false;
    }

    /** Without secrets, names of fields included. */
    public ObjectNode mask(ObjectNode object) {
        var masked = object.objectNode();
        boolean changed = false;
        for (var field : object.properties()) {
            var name = mask(field.getKey());
            var value = isAuthorization(field.getKey()) && field.getValue() instanceof StringNode text
                    ? authorization(text)
                    : mask(field.getValue());
            changed |= value != field.getValue() || !name.equals(field.getKey());
            masked.set(name, value);
        }
        return changed ? masked : object;
    }

    JsonNode mask(JsonNode node) {
        return switch (node) {
            case StringNode text -> {
                var masked = mask(text.stringValue());
                yield masked.equals(text.stringValue()) ? text : StringNode.valueOf(masked);
            }
            case ObjectNode object -> mask(object);
            case ArrayNode array -> {
                var masked = array.arrayNode();
                boolean changed = false;
                for (var element : array) {
                    var shown = mask(element);
                    changed |= shown != element;
                    masked.add(shown);
                }
                yield changed ? masked : array;
            }
            default -> node;
        };
    }

    private static boolean isAuthorization(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith("authorization");
    }

    /** In a text it would stand behind its name. */
    private JsonNode authorization(StringNode field) {
        var masked = mask(HEADER + field.stringValue()).substring(HEADER.length());
        return masked.equals(field.stringValue()) ? field : StringNode.valueOf(masked);
    }

    /** The event as it is shown; its ids stay, since things are found by them. */
    public <E extends RunEvent> E mask(E event) {
        return events.mask(event);
    }

    Recorded mask(Recorded recorded) {
        var event = mask(recorded.event());
        return event == recorded.event()
                ? recorded
                : new Recorded(recorded.seq(), recorded.at(), event, recorded.size());
    }

    public List<RunEvent> mask(List<? extends RunEvent> all) {
        var masked = new ArrayList<RunEvent>(all.size());
        for (var event : all) {
            masked.add(mask(event));
        }
        return masked;
    }
}
