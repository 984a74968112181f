package dev.switchboard.core.run;

import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import dev.switchboard.json.text.Shortened;
import tools.jackson.databind.node.ObjectNode;

/**
 * As much of a result as fits. Long texts are cut and say so by {@code truncated}, with {@code bytes} telling how long
 * they were; of the output of a command both ends are kept, since that is where the answer is.
 */
public final class ShownResult {
    /** What an event holds. */
    static final int IN_EVENT = 16 * 1024;

    /** What a model reads. */
    public static final int FOR_MODEL = 64 * 1024;

    /** What is kept, to be asked for. */
    static final int KEPT = 10 * 1024 * 1024;

    static final String TRUNCATED = "truncated";

    private static final String BYTES = "bytes";
    /** For the line that stands in the place of what was left out. */
    private static final int LINE = 64;

    private ShownResult() {}

    public static ObjectNode of(ObjectNode whole, int limit) {
        var shown = whole.objectNode();
        for (var field : whole.properties()) {
            var value = field.getValue();
            if (value.isString() && value.stringValue().length() > limit) {
                putEnds(shown, field.getKey(), value.stringValue(), whole, limit);
            } else if (value.isContainer()) {
                var text = new CountedText(limit);
                Json.mapper().writeValue(text, value);
                if (text.isCut()) {
                    put(shown, field.getKey(), text.kept(), text.bytes());
                } else {
                    shown.set(field.getKey(), value);
                }
            } else {
                shown.set(field.getKey(), value);
            }
        }
        return shown;
    }

    private static void putEnds(ObjectNode shown, String name, String text, ObjectNode whole, int limit) {
        long bytes = CountedText.bytes(text);
        put(
                shown,
                name,
                name.equals(ToolResult.STDOUT)
                        ? ends(text, limit, whole.path(BYTES).asLong(bytes))
                        : Shortened.first(limit, text),
                bytes);
    }

    private static void put(ObjectNode shown, String name, String text, long bytes) {
        shown.put(name, text);
        shown.put(TRUNCATED, true);
        if (!shown.has(BYTES)) {
            shown.put(BYTES, bytes);
        }
    }

    /** @param bytes how long it was before anything was left out */
    private static String ends(String text, int limit, long bytes) {
        int room = (limit - LINE) / 2;
        var head = Shortened.first(room, text);
        var tail = Shortened.last(room, text);
        return head
                + "\n[... %d bytes left out ...]\n".formatted(bytes - CountedText.bytes(head) - CountedText.bytes(tail))
                + tail;
    }
}
