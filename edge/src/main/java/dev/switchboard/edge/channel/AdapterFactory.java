package dev.switchboard.edge.channel;

import dev.switchboard.core.channel.ChannelAdapter;
import dev.switchboard.core.channel.ChannelEventLog;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.ChannelSettings;
import dev.switchboard.core.channel.Presence;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.terminal.TerminalWebSocketAdapter;
import dev.switchboard.edge.webhook.WebhookAdapter;
import java.time.Clock;
import java.time.Duration;

/** Makes the adapter a channel's kind and mode ask for. */
public final class AdapterFactory {
    private static final Duration GREETING_WITHIN = Duration.ofSeconds(30);
    /** Below the half hour after which a proxy gives up on a webhook. */
    private static final Duration WEBHOOK_PATIENCE = Duration.ofMinutes(25);

    private final ChannelRuntime runtime;
    private final ChannelEventLog events;
    private final Presence presence;
    private final Masking masking;
    private final Clock clock;

    public AdapterFactory(
            ChannelRuntime runtime, ChannelEventLog events, Presence presence, Masking masking, Clock clock) {
        this.runtime = runtime;
        this.events = events;
        this.presence = presence;
        this.masking = masking;
        this.clock = clock;
    }

    public ChannelAdapter create(ChannelSettings channel) {
        return switch (channel.kind() + "/" + channel.mode()) {
            case "terminal/websocket" ->
                new TerminalWebSocketAdapter(channel, runtime, events, presence, masking, clock, GREETING_WITHIN);
            case "webhook/sync" -> new WebhookAdapter(channel, runtime, WEBHOOK_PATIENCE);
            default ->
                throw new IllegalArgumentException("channel %s: there is no kind %s with mode %s"
                        .formatted(channel.channelId(), channel.kind(), channel.mode()));
        };
    }
}
