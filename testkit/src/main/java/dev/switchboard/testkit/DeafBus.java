package dev.switchboard.testkit;

import dev.switchboard.core.bus.MessageBus;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.OutboundMessage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A bus that loses everything. */
public final class DeafBus implements MessageBus {
    public final AtomicInteger lostInbound = new AtomicInteger();
    public final AtomicInteger lostOutbound = new AtomicInteger();
    public final AtomicInteger lostNudges = new AtomicInteger();

    @Override
    public void publishInbound(SessionId session) {
        lostInbound.incrementAndGet();
    }

    @Override
    public void publishOutbound(OutboundMessage message) {
        lostOutbound.incrementAndGet();
    }

    @Override
    public void nudge(SessionId session) {
        lostNudges.incrementAndGet();
    }

    @Override
    public void onInbound(Consumer<SessionId> handler) {}

    @Override
    public void onOutbound(Consumer<OutboundMessage> handler) {}

    @Override
    public void onNudge(Consumer<SessionId> handler) {}
}
