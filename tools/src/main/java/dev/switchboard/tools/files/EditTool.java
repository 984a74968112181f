package dev.switchboard.tools.files;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.tools.Refused;
import java.io.IOException;
import java.nio.channels.Channels;
import tools.jackson.databind.node.ObjectNode;

/** Replaces one block of a file. */
final class EditTool extends ChangeTool<EditTool.Change> {
    /** A larger file is no text that people edit, and it would be several times in memory. */
    static final int MOST_BYTES = 10 * 1024 * 1024;

    /** What a byte of a file takes: as it is read, as text, as the new text, and as that is written. */
    private static final long TIMES = 6;

    record Change(
            String path, String old, @JsonProperty("new") String replacement) implements Call {}

    EditTool() {
        super("edit", """
            Replaces a block of a text file of the workspace. "old" must be in the file exactly once, letter for \
            letter with its indentation; take it from read.\
            """, """
            {"type":"object","required":["path","old","new"],"properties":{
              "path":{"type":"string","description":"relative to the workspace"},
              "old":{"type":"string","description":"the text to be replaced"},
              "new":{"type":"string","description":"what comes in its place"}}}\
            """, Change.class, false);
    }

    @Override
    ObjectNode change(Change call, Place place, HeldOutput held) throws Refused, IOException {
        place.requireExists(" (to make it use write)");
        var edit =
                Edit.replace(call.path(), Utf8.decode(call.path(), bytes(place, held)), call.old(), call.replacement());
        var content = Utf8.encode("new", edit.text());
        try (var replacement = new Replacement(place)) {
            replacement.write(content);
            replacement.commit();
        }
        return result(place, edit.area());
    }

    private static byte[] bytes(Place place, HeldOutput held) throws Refused, IOException {
        try (var content = place.read();
                var file = Channels.newInputStream(content)) {
            held.holds(TIMES * Math.min(content.size(), MOST_BYTES));
            var bytes = file.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new Refused(
                        "%s is larger than 10 MiB: change it with exec, such as sed".formatted(place.given()));
            }
            return bytes;
        }
    }
}
