package dev.switchboard.tools.files;

import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.tools.Refused;
import java.io.IOException;
import tools.jackson.databind.node.ObjectNode;

/** Adds to the end of a file; {@code bytes} are those added. A last line without line break is continued. */
final class AppendTool extends ChangeTool<AppendTool.Append> {
    record Append(String path, String content) implements Call {}

    AppendTool() {
        super("append", """
            Adds text to the end of a text file of the workspace, or makes the file. Nothing is put between: begin \
            with a line break if the file does not end in one.\
            """, """
            {"type":"object","required":["path","content"],"properties":{
              "path":{"type":"string","description":"relative to the workspace"},
              "content":{"type":"string","description":"what is added"}}}\
            """, Append.class, true);
    }

    @Override
    ObjectNode change(Append call, Place place, HeldOutput held) throws Refused, IOException {
        var content = Utf8.encode("content", call.content());
        long bytes = content.remaining();
        try (var replacement = new Replacement(place)) {
            var before = place.exists() ? copy(place, replacement) : TextCopy.EMPTY;
            replacement.write(content);
            replacement.commit();
            return result(place, Area.of(before.breaks() + 1, Lines.in(call.content())))
                    .put("bytes", bytes);
        }
    }

    private static TextCopy copy(Place place, Replacement replacement) throws Refused, IOException {
        try (var file = place.read()) {
            return TextCopy.copy(place.given(), file, replacement);
        }
    }
}
