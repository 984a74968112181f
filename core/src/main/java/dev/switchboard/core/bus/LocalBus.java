package dev.switchboard.core.bus;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.OutboundMessage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bus of a single gateway: handlers are called on the publisher's thread and are expected not to wait for anything but
 * a look at the store.
 */
public final class LocalBus implements MessageBus {
    private static final Logger log = LoggerFactory.getLogger(LocalBus.class);

    private final List<Consumer<SessionId>> inbound = new CopyOnWriteArrayList<>();
    private final List<Consumer<OutboundMessage>> outbound = new CopyOnWriteArrayList<>();
    private final List<Consumer<SessionId>> nudged = new CopyOnWriteArrayList<>();

    @Override
    public void publishInbound(SessionId session) {
        deliver(inbound, session);
    }

    @Override
    public void publishOutbound(OutboundMessage message) {
        deliver(outbound, message);
    }

    @Override
    public void nudge(SessionId session) {
        deliver(nudged, session);
    }

    @Override
    public void onInbound(Consumer<SessionId> handler) {
        inbound.add(handler);
    }

    @Override
    public void onOutbound(Consumer<OutboundMessage> handler) {
        outbound.add(handler);
    }

    @Override
    public void onNudge(Consumer<SessionId> handler) {
        nudged.add(handler);
    }

    private static <T> void deliver(List<Consumer<T>> handlers, T notice) {
        for (var handler : handlers) {
            try {
                handler.accept(notice);
            } catch (RuntimeException | Error e) {
                log.warn("a bus handler failed; the next look at the store finds what it missed", e);
            }
        }
    }
}
