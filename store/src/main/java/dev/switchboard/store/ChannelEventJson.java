package dev.switchboard.store;

import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.json.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectReader;

/**
 * A channel event as a row keeps it and {@link ChannelEventWriter} writes it; the channel is the row's. New fields come
 * last and nullable.
 */
record ChannelEventJson(
        ChannelEvent.Type type,
        Instant at,
        @Nullable String peerId,
        @Nullable String session,
        @Nullable String messageId,
        @Nullable String run,
        @Nullable String preview) {
    private static final ObjectReader READER = Json.mapper().readerFor(new TypeReference<List<ChannelEventJson>>() {});

    /** Reads a row: an array of what the writer made. */
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
