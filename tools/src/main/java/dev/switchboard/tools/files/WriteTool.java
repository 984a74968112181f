package dev.switchboard.tools.files;

import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.tools.Refused;
import java.io.IOException;
import tools.jackson.databind.node.ObjectNode;

/** Makes a file or replaces all of it. */
final class WriteTool extends ChangeTool<WriteTool.Write> {
    record Write(String path, String content) implements Call {}

    WriteTool() {
        super("write", """
            Writes a text file of the workspace: makes it, with the folders it needs, or replaces all of it. To \
            change a part of a file use edit.\
            """, """
            {"type":"object","required":["path","content"],"properties":{
              "path":{"type":"string","description":"relative to the workspace"},
              "content":{"type":"string","description":"the whole file"}}}\
            """, Write.class, true);
    }

    @Override
    ObjectNode change(Write call, Place place, HeldOutput held) throws Refused, IOException {
        var content = Utf8.encode("content", call.content());
        long bytes = content.remaining();
        try (var replacement = new Replacement(place)) {
            replacement.write(content);
            replacement.commit();
        }
        return result(place, Area.of(1, Lines.in(call.content()))).put("bytes", bytes);
    }
}
