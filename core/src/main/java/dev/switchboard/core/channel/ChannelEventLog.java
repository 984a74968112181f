package dev.switchboard.core.channel;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The durable log of what channels did, kept for 30 days or 100,000 events, whichever is less. */
public interface ChannelEventLog {
    /** Joins a commit soon; waited for by no one. Events of one channel keep their order. */
    void append(ChannelEvent event);

    /** The newest {@code limit} events of a channel, of all that were appended so far; newest last. */
    List<ChannelEvent> latest(String channelId, int limit);

    Optional<Instant> lastEventAt(String channelId);
}
