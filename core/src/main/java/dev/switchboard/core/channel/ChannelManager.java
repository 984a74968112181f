package dev.switchboard.core.channel;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.core.telemetry.Telemetry;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the channels of this gateway and brings committed answers to the one they belong to.
 *
 * <p>Thread: any, once started.
 */
public final class ChannelManager {
    private static final Logger log = LoggerFactory.getLogger(ChannelManager.class);

    public enum State {
        STARTING,
        RUNNING,
        STOPPED,
        ERROR
    }

    /** A channel as its status shows it. */
    public record Status(
            ChannelSettings settings,
            State state,
            @Nullable Instant lastEventAt,
            String path,
            List<String> capabilities,
            List<ChannelAdapter.Device> devices) {}

    private record Key(SessionId session, long messageSeq) {}

    private final Map<String, ChannelAdapter> adapters = new LinkedHashMap<>();
    private final Inbox inbox;
    private final ChannelEventLog events;
    private final Telemetry telemetry;
    private final Clock clock;
    /** Answers handed to an adapter that has not yet said what became of them; a sweep leaves them alone. */
    private final Set<Key> underWay = ConcurrentHashMap.newKeySet();

    private volatile State state = State.STARTING;

    public ChannelManager(
            Collection<? extends ChannelAdapter> adapters,
            Inbox inbox,
            ChannelEventLog events,
            Telemetry telemetry,
            Clock clock) {
        adapters.forEach(adapter -> this.adapters.put(adapter.settings().channelId(), adapter));
        this.inbox = inbox;
        this.events = events;
        this.telemetry = telemetry;
        this.clock = clock;
    }

    public void start() {
        state = State.RUNNING;
        recordAll(ChannelEvent.Type.ADAPTER_STARTED);
    }

    /** Says goodbye to every peer. Answers that come later are kept as unclaimed. */
    public void stop() {
        state = State.STOPPED;
        enabled().forEach(ChannelAdapter::stop);
        recordAll(ChannelEvent.Type.ADAPTER_STOPPED);
    }

    public Optional<ChannelAdapter> adapter(String channelId) {
        return Optional.ofNullable(adapters.get(channelId));
    }

    public List<Status> statuses() {
        return adapters.values().stream().map(this::status).toList();
    }

    public Optional<Status> status(String channelId) {
        return adapter(channelId).map(this::status);
    }

    public int connectedPeers() {
        return adapters.values().stream()
                .mapToInt(adapter -> adapter.devices().size())
                .sum();
    }

    /** Sends an answer to the peer it belongs to, if it is there. Never blocks. */
    public void dispatchOutbound(OutboundMessage message) {
        var key = new Key(message.session(), message.messageSeq());
        if (!underWay.add(key)) {
            return;
        }
        var receipt = new ChannelAdapter.Receipt() {
            @Override
            public void delivered() {
                settle(key, message, ChannelEvent.Type.OUTBOUND_DELIVERED);
            }

            @Override
            public void unclaimed() {
                settle(key, message, ChannelEvent.Type.OUTBOUND_UNCLAIMED);
            }
        };
        var adapter = adapters.get(message.channelId());
        if (adapter == null) {
            receipt.unclaimed();
        } else {
            adapter.send(message, receipt);
        }
    }

    /** Recording waits for the store, which no event loop may do: each receipt gets a thread of its own. */
    private void settle(Key key, OutboundMessage message, ChannelEvent.Type outcome) {
        Thread.startVirtualThread(() -> {
            try {
                record(message, outcome);
            } catch (RuntimeException e) {
                log.atWarn()
                        .addKeyValue("session", message.session())
                        .addKeyValue("message", message.messageId())
                        .log("could not record {}: {}", outcome.wireName(), e.getMessage());
            } finally {
                underWay.remove(key);
            }
        });
    }

    private void record(OutboundMessage message, ChannelEvent.Type outcome) {
        events.append(new ChannelEvent(
                message.channelId(),
                outcome,
                clock.instant(),
                message.peerId(),
                message.session(),
                message.messageId(),
                message.run(),
                ChannelEvent.preview(message.text())));
        var delivered = outcome == ChannelEvent.Type.OUTBOUND_DELIVERED;
        if (delivered) {
            inbox.delivered(message.session(), message.messageSeq());
            telemetry.delivered();
        } else {
            inbox.unclaimed(message.session(), message.messageSeq());
            telemetry.unclaimed();
        }
        log.atInfo()
                .addKeyValue("session", message.session())
                .addKeyValue("run", message.run())
                .addKeyValue("message", message.messageId())
                .log(delivered ? "reply delivered" : "reply kept, nobody was there");
    }

    private Status status(ChannelAdapter adapter) {
        var settings = adapter.settings();
        return new Status(
                settings,
                settings.enabled() ? state : State.STOPPED,
                events.lastEventAt(settings.channelId()).orElse(null),
                adapter.path(),
                adapter.capabilities(),
                adapter.devices());
    }

    private List<ChannelAdapter> enabled() {
        return adapters.values().stream()
                .filter(adapter -> adapter.settings().enabled())
                .toList();
    }

    private void recordAll(ChannelEvent.Type type) {
        enabled()
                .forEach(adapter -> events.append(new ChannelEvent(
                        adapter.settings().channelId(), type, clock.instant(), null, null, null, null, null)));
    }
}
