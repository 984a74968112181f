package dev.switchboard.providers.vendor;

import dev.langchain4j.http.client.sse.ServerSentEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Takes a stream apart into events: server-sent ones, or a JSON object a line. */
abstract sealed class EventReader {
    final BufferedReader lines;

    private EventReader(InputStream body) {
        // Decodes as it goes: a character that is cut by the edge of a chunk waits for its other half.
        this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    static EventReader serverSent(InputStream body) {
        return new ServerSent(body);
    }

    static EventReader jsonLines(InputStream body) {
        return new JsonLines(body);
    }

    /** The next event; null when the stream has ended. */
    abstract @Nullable ServerSentEvent next() throws IOException;

    private static final class ServerSent extends EventReader {
        ServerSent(InputStream body) {
            super(body);
        }

        @Override
        @Nullable
        ServerSentEvent next() throws IOException {
            String name = null;
            StringBuilder data = null;
            String line;
            while ((line = lines.readLine()) != null) {
                if (line.isEmpty()) {
                    if (data != null) {
                        return new ServerSentEvent(name, data.toString());
                    }
                    name = null;
                } else if (line.startsWith("event:")) {
                    name = line.substring("event:".length()).strip();
                } else if (line.startsWith("data:")) {
                    String content = line.substring("data:".length()).strip();
                    data = data == null
                            ? new StringBuilder(content)
                            : data.append('\n').append(content);
                }
            }
            // The last event of some servers lacks its empty line.
            return data == null ? null : new ServerSentEvent(name, data.toString());
        }
    }

    private static final class JsonLines extends EventReader {
        JsonLines(InputStream body) {
            super(body);
        }

        @Override
        @Nullable
        ServerSentEvent next() throws IOException {
            String line;
            while ((line = lines.readLine()) != null) {
                if (!line.isBlank()) {
                    return new ServerSentEvent(null, line);
                }
            }
            return null;
        }
    }
}
