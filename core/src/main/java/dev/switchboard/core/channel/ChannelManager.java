package dev.switchboard.core.channel;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.core.telemetry.Telemetry;
import java.time.Clock;
import java.time.Duration;
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
import org.slf4j.event.Level;

/**
 * Holds the channels of this gateway and brings committed answers to the one they belong to.
 *
 * <p>Thread: any, once started.
 */
public final class ChannelManager {
    private static final Duration BEFORE_MARKING_AGAIN = Duration.ofSeconds(1);
    private static final Logger log = LoggerFactory.getLogger(ChannelManager.class);

    public enum State {
        STARTING,
        RUNNING,
        STOPPED,
        ERROR
    }

    /**
     * A channel as its status shows it.
     *
     * @param error why it could not start, if it could not
     */
    public record Status(
            ChannelSettings settings,
            State state,
            @Nullable String error,
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

    /** Why a channel could not start, by its id. */
    private final Map<String, String> failed = new ConcurrentHashMap<>();

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

    /** Starts every channel that can be started. One that cannot is no reason for the others not to. */
    public void start() {
        enabled().forEach(this::start);
        state = State.RUNNING;
        recordAll(ChannelEvent.Type.ADAPTER_STARTED);
    }

    private void start(ChannelAdapter adapter) {
        var channel = adapter.settings().channelId();
        try {
            adapter.start();
        } catch (RuntimeException e) {
            var why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            failed.put(channel, why);
            log.atError()
                    .addKeyValue("channel", channel)
                    .setCause(e)
                    .log(
                            "channel {} cannot start: {}. Nobody is let in there and the other channels go on;"
                                    + " mend or disable it in the configuration, then start the gateway again",
                            channel,
                            why);
        }
    }

    /** Says goodbye to every peer. Answers that come later are kept as unclaimed. */
    public void stop() {
        state = State.STOPPED;
        started().forEach(ChannelAdapter::stop);
        recordAll(ChannelEvent.Type.ADAPTER_STOPPED);
    }

    /** Why this channel could not start, if it could not. */
    public Optional<String> error(String channelId) {
        return Optional.ofNullable(failed.get(channelId));
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

    /** Tells a peer, if it is there and asked to be told. Never blocks. */
    void tell(String channelId, String peerId, PeerNotice notice) {
        adapter(channelId).ifPresent(adapter -> adapter.tell(peerId, notice));
    }

    /** Sends an answer to the peer it belongs to, if it is there. Never blocks. */
    public void dispatchOutbound(OutboundMessage message) {
        dispatch(message, true);
    }

    private void dispatch(OutboundMessage message, boolean onceMore) {
        var key = new Key(message.session(), message.messageSeq());
        if (!underWay.add(key)) {
            return;
        }
        var receipt = new ChannelAdapter.Receipt() {
            @Override
            public void delivered() {
                settle(key, message, ChannelEvent.Type.OUTBOUND_DELIVERED, false);
            }

            @Override
            public void unclaimed() {
                settle(key, message, ChannelEvent.Type.OUTBOUND_UNCLAIMED, onceMore);
            }
        };
        var adapter = adapters.get(message.channelId());
        if (adapter == null) {
            receipt.unclaimed();
            return;
        }
        try {
            adapter.send(message, receipt);
        } catch (RuntimeException | Error e) {
            underWay.remove(key);
            throw e;
        }
    }

    /** Sends answers committed before {@code before} of which nobody has said whether they arrived. */
    public void dispatchMissed(Instant before, int limit) {
        // Looked at before the store: one that settles in between is not sent twice.
        var busy = Set.copyOf(underWay);
        inbox.undelivered(before, limit).stream()
                .filter(message -> !busy.contains(new Key(message.session(), message.messageSeq())))
                .forEach(this::dispatchOutbound);
    }

    /** Recording waits for the store, which no event loop may do: each receipt gets a thread of its own. */
    private void settle(Key key, OutboundMessage message, ChannelEvent.Type outcome, boolean onceMore) {
        Thread.startVirtualThread(() -> {
            try {
                record(message, outcome);
            } catch (InterruptedException | RuntimeException e) {
                log.atWarn()
                        .addKeyValue("session", message.session())
                        .addKeyValue("message", message.messageId())
                        .log("could not record {}: {}", outcome.wireName(), e.getMessage());
            } finally {
                underWay.remove(key);
            }
            if (onceMore && wantedAfterAll(message)) {
                dispatch(message, false);
            }
        });
    }

    /** A peer that came while its answer was being put aside has looked for it too early. */
    private boolean wantedAfterAll(OutboundMessage message) {
        var adapter = adapters.get(message.channelId());
        return adapter != null && adapter.wantsUnclaimed(message.peerId());
    }

    private void record(OutboundMessage message, ChannelEvent.Type outcome) throws InterruptedException {
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
        mark(message, delivered);
        if (delivered) {
            telemetry.delivered();
        } else {
            telemetry.unclaimed();
        }
        log.atLevel(delivered ? Level.DEBUG : Level.INFO)
                .addKeyValue("session", message.session())
                .addKeyValue("run", message.run())
                .addKeyValue("message", message.messageId())
                .log(delivered ? "reply delivered" : "reply kept, nobody was there");
    }

    /**
     * Until it is done, however long the store cannot write: an answer that is not marked is found by the sweep and sent
     * again, every second. A gateway that stops leaves it to the next one.
     */
    private void mark(OutboundMessage message, boolean delivered) throws InterruptedException {
        while (true) {
            try {
                if (delivered) {
                    inbox.delivered(message.session(), message.messageSeq());
                } else {
                    inbox.unclaimed(message.session(), message.messageSeq());
                }
                return;
            } catch (SwitchboardException e) {
                if (e.code() != ErrorCode.STORE_UNAVAILABLE || state == State.STOPPED) {
                    throw e;
                }
                Thread.sleep(BEFORE_MARKING_AGAIN);
            }
        }
    }

    private Status status(ChannelAdapter adapter) {
        var settings = adapter.settings();
        return new Status(
                settings,
                state(settings),
                failed.get(settings.channelId()),
                events.lastEventAt(settings.channelId()).orElse(null),
                adapter.path(),
                adapter.capabilities(),
                adapter.devices());
    }

    private State state(ChannelSettings settings) {
        if (!settings.enabled()) {
            return State.STOPPED;
        }
        return failed.containsKey(settings.channelId()) ? State.ERROR : state;
    }

    private List<ChannelAdapter> started() {
        return enabled().stream()
                .filter(adapter -> !failed.containsKey(adapter.settings().channelId()))
                .toList();
    }

    private List<ChannelAdapter> enabled() {
        return adapters.values().stream()
                .filter(adapter -> adapter.settings().enabled())
                .toList();
    }

    private void recordAll(ChannelEvent.Type type) {
        started()
                .forEach(adapter -> events.append(new ChannelEvent(
                        adapter.settings().channelId(), type, clock.instant(), null, null, null, null, null)));
    }
}
