package dev.switchboard.core.message;

import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.SessionId;
import java.time.Instant;

/** A person's text on its way to the agent. */
public record InboundMessage(ChannelIdentity identity, SessionId session, String text, Instant receivedAt) {
    public String messageId() {
        return identity.messageId();
    }
}
