package dev.switchboard.store;

import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.json.Json;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Writes what {@link ChannelEventJson} reads. Field by field: there are four events a message and one at the start,
 * before which Jackson would have to learn the record.
 */
final class ChannelEventWriter {
    private ChannelEventWriter() {}

    static String write(ChannelEvent event) {
        var session = event.session();
        var run = event.run();
        var text = new StringWriter(256);
        try (var json = Json.mapper().createGenerator(text)) {
            json.writeStartObject();
            json.writeStringProperty("type", event.type().name());
            json.writeStringProperty("at", event.at().toString());
            write(json, "peerId", event.peerId());
            write(json, "session", session == null ? null : session.value());
            write(json, "messageId", event.messageId());
            write(json, "run", run == null ? null : run.value());
            write(json, "preview", event.preview());
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, String name, @Nullable String value) {
        if (value != null) {
            json.writeStringProperty(name, value);
        }
    }
}
