package dev.switchboard.core.bus;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.OutboundMessage;
import java.util.function.Consumer;

/**
 * Wakes those who have work. Inbound carries only "this session has work"; outbound carries a copy of an answer that is
 * already committed; a nudge says that something was recorded for what runs in a session. All may be lost: a look at the
 * store finds what a lost one missed.
 */
public interface MessageBus {
    void publishInbound(SessionId session);

    void publishOutbound(OutboundMessage message);

    /** A stop, a message or an answer is on record for whatever runs in this session, wherever that is. */
    void nudge(SessionId session);

    void onInbound(Consumer<SessionId> handler);

    void onOutbound(Consumer<OutboundMessage> handler);

    void onNudge(Consumer<SessionId> handler);
}
