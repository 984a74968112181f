package dev.switchboard.providers.mcp;

import dev.switchboard.core.bound.Total;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The data of server-sent events; their names and ids are of no use here. */
final class EventStream {
    private final BoundedLines lines;

    EventStream(InputStream in, Total.Part part) {
        this.lines = BoundedLines.strict(in, Messages.MOST_BYTES, part);
    }

    /** Null when the stream has ended. */
    @Nullable
    String next() throws IOException {
        var data = new StringBuilder();
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (line.isEmpty() && !data.isEmpty()) {
                return data.toString();
            }
            if (line.startsWith("data:")) {
                if (data.length() + line.length() > Messages.MOST_BYTES) {
                    throw new IOException("an event without end");
                }
                data.append(data.isEmpty() ? "" : "\n")
                        .append(line.substring("data:".length()).strip());
            }
        }
        return data.isEmpty() ? null : data.toString();
    }
}
