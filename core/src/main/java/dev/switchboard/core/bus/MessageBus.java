package dev.switchboard.core.bus;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.OutboundMessage;
import java.util.function.Consumer;

/**
 * Wakes those who have work. Inbound carries only "this session has work"; outbound carries a copy of an answer that is
 * already committed. Both may be lost: a sweep over the store finds what a lost one missed.
 */
public interface MessageBus {
    void publishInbound(SessionId session);

    void publishOutbound(OutboundMessage message);

    void onInbound(Consumer<SessionId> handler);

    void onOutbound(Consumer<OutboundMessage> handler);
}
