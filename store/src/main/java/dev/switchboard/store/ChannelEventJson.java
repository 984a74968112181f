package dev.switchboard.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.json.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/** A channel event as a row keeps it; the channel is the row's. New fields come last and nullable. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ChannelEventJson(
        ChannelEvent.Type type,
        Instant at,
        @Nullable String peerId,
        @Nullable String session,
        @Nullable String messageId,
        @Nullable String run,
        @Nullable String preview) {
    private static final ObjectWriter WRITER = Json.mapper().writerFor(ChannelEventJson.class);
    private static final ObjectReader READER = Json.mapper().readerFor(new TypeReference<List<ChannelEventJson>>() {});

    static String encode(ChannelEvent event) {
        var session = event.session();
        var run = event.run();
        return WRITER.writeValueAsString(new ChannelEventJson(
                event.type(),
                event.at(),
                event.peerId(),
                session == null ? null : session.value(),
                event.messageId(),
                run == null ? null : run.value(),
                event.preview()));
    }

    /** Reads a row: an array of what {@link #encode} made. */
    static List<ChannelEvent> decode(String channelId, String body) {
        List<ChannelEventJson> events = READER.readValue(body);
        return events.stream().map(event -> event.of(channelId)).toList();
    }

    private ChannelEvent of(String channelId) {
        return new ChannelEvent(
                channelId,
                type,
                at,
                peerId,
                session == null ? null : new SessionId(session),
                messageId,
                run == null ? null : new RunId(run),
                preview);
    }
}
