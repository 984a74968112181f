package dev.switchboard.core.message;

import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person's text on its way to the agent.
 *
 * @param brief what it comes with if it is a task
 */
public record InboundMessage(
        ChannelIdentity identity,
        SessionId session,
        String text,
        Instant receivedAt,
        @Nullable Brief brief) {
    public InboundMessage(ChannelIdentity identity, SessionId session, String text, Instant receivedAt) {
        this(identity, session, text, receivedAt, null);
    }

    public String messageId() {
        return identity.messageId();
    }
}
