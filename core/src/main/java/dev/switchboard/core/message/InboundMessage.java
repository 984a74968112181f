package dev.switchboard.core.message;

import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person's text on its way to the agent.
 *
 * @param text empty while there is none
 * @param brief what it comes with if it is a task
 * @param attachment what its text is still to be made of; null for one that has its text
 */
public record InboundMessage(
        ChannelIdentity identity,
        SessionId session,
        String text,
        Instant receivedAt,
        @Nullable Brief brief,
        @Nullable Attachment attachment) {
    public InboundMessage(ChannelIdentity identity, SessionId session, String text, Instant receivedAt) {
        this(identity, session, text, receivedAt, null, null);
    }

    public InboundMessage(
            ChannelIdentity identity, SessionId session, String text, Instant receivedAt, @Nullable Brief brief) {
        this(identity, session, text, receivedAt, brief, null);
    }

    /** The same when its text is known. */
    public InboundMessage heardAs(String known) {
        return new InboundMessage(identity, session, known, receivedAt, brief, null);
    }

    public String messageId() {
        return identity.messageId();
    }
}
