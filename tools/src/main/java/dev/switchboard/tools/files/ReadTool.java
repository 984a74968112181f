package dev.switchboard.tools.files;

import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.tools.Refused;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads lines of a text file, or lists a folder, which is a text of its own. */
final class ReadTool extends FileTool<ReadTool.Read> {
    /** The most lines unless more are asked for; more than {@link Window#MOST_BYTES} are never given. */
    private static final int USUAL_LINES = 2000;

    /**
     * @param offset the first line, from 1
     * @param limit the most lines
     */
    record Read(
            String path, @Nullable Long offset, @Nullable Long limit) implements Call {
        Read {
            if (offset != null && offset < 1) {
                throw new IllegalArgumentException("offset must be at least 1, the first line; was " + offset);
            }
            if (limit != null && limit < 1) {
                throw new IllegalArgumentException("limit must be at least 1; was " + limit);
            }
        }

        long first() {
            return offset == null ? 1 : offset;
        }

        long lines(long usual) {
            return limit == null ? usual : limit;
        }
    }

    ReadTool() {
        super("read", """
            Reads a text file of the workspace, or lists a folder (one entry a line, folders end in a slash; "." is \
            the workspace). Gives at most 2,000 lines and 64 KiB; when "truncated" is true the file goes on: read \
            again with "offset" after the last line of "area".\
            """, """
            {"type":"object","required":["path"],"properties":{
              "path":{"type":"string","description":"relative to the workspace"},
              "offset":{"type":"integer","minimum":1,"description":"first line, from 1"},
              "limit":{"type":"integer","minimum":1,"description":"most lines"}}}\
            """, Read.class);
    }

    @Override
    public Effect effect() {
        return Effect.READ;
    }

    @Override
    public ObjectNode shown(ObjectNode arguments) {
        return arguments.deepCopy().retain(List.of("path", "offset", "limit"));
    }

    @Override
    ObjectNode run(Read call, Workspace workspace, HeldOutput held) throws Refused, IOException {
        var place = workspace.find(call.path());
        place.requireExists("");
        place.requireNoSpecialFile();
        return place.isFolder() ? list(call, place) : read(call, place);
    }

    private static ObjectNode read(Read call, Place place) throws Refused, IOException {
        try (var file = place.read()) {
            var window = Window.read(call.path(), file, call.first(), call.lines(USUAL_LINES));
            return result(call, place, window, file.size());
        }
    }

    private static ObjectNode list(Read call, Place place) throws Refused, IOException {
        long entries = Math.min(call.lines(Listing.MOST_ENTRIES), Listing.MOST_ENTRIES);
        var listing = Listing.of(place, call.first() - 1 + entries);
        var window =
                Window.read(call.path(), Channels.newChannel(new ByteArrayInputStream(listing)), call.first(), entries);
        return result(call, place, window, listing.length);
    }

    private static ObjectNode result(Read call, Place place, Window window, long bytes) {
        return result(place, Area.of(call.first(), window.lines()))
                .put("text", window.text())
                .put("bytes", bytes)
                .put("truncated", window.more());
    }
}
