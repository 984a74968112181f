package dev.switchboard.app.proof;

import dev.switchboard.core.bus.MessageBus;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.OutboundMessage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A bus that loses everything. */
final class DeafBus implements MessageBus {
    final AtomicInteger lostInbound = new AtomicInteger();
    final AtomicInteger lostOutbound = new AtomicInteger();

    @Override
    public void publishInbound(SessionId session) {
        lostInbound.incrementAndGet();
    }

    @Override
    public void publishOutbound(OutboundMessage message) {
        lostOutbound.incrementAndGet();
    }

    @Override
    public void onInbound(Consumer<SessionId> handler) {}

    @Override
    public void onOutbound(Consumer<OutboundMessage> handler) {}
}
