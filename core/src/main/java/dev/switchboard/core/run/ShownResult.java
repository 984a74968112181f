package dev.switchboard.core.run;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * As much of a result as fits. Long texts are cut and say so by {@code truncated}, with {@code bytes} telling how long
 * they were; of the output of a command both ends are kept, since that is where the answer is.
 */
final class ShownResult {
    /** What an event holds. */
    static final int IN_EVENT = 16 * 1024;

    /** What a model reads. */
    static final int FOR_MODEL = 64 * 1024;

    /** What is kept, to be asked for. */
    static final int KEPT = 10 * 1024 * 1024;

    private static final String OUTPUT = "stdout";

    private ShownResult() {}

    static ObjectNode of(ObjectNode whole, int limit) {
        var shown = whole.objectNode();
        for (var field : whole.properties()) {
            var value = field.getValue();
            if (value.isString()) {
                putText(shown, field.getKey(), value.stringValue(), limit);
            } else if (value.isContainer() && size(value) > limit) {
                putText(shown, field.getKey(), value.toString(), limit);
            } else {
                shown.set(field.getKey(), value);
            }
        }
        return shown;
    }

    private static void putText(ObjectNode shown, String name, String text, int limit) {
        if (text.length() <= limit) {
            shown.put(name, text);
            return;
        }
        shown.put(name, name.equals(OUTPUT) ? ends(text, limit) : text.substring(0, boundary(text, limit)));
        shown.put("truncated", true);
        if (!shown.has("bytes")) {
            shown.put("bytes", text.getBytes(StandardCharsets.UTF_8).length);
        }
    }

    private static String ends(String text, int limit) {
        int head = boundary(text, limit / 2);
        int tail = boundary(text, text.length() - limit / 2);
        return text.substring(0, head) + "\n… " + (tail - head) + " characters left out …\n" + text.substring(tail);
    }

    /** Never between the halves of a character. */
    private static int boundary(String text, int at) {
        return Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
    }

    private static int size(JsonNode value) {
        return value.toString().length();
    }
}
