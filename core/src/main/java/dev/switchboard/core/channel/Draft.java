package dev.switchboard.core.channel;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.Attachment;
import dev.switchboard.core.message.Brief;
import org.jspecify.annotations.Nullable;

/**
 * A message as a peer sent it, before anyone looked at it.
 *
 * @param session the conversation it goes on with, if not the one its peer and thread name
 * @param brief what it comes with if it is a task
 * @param attachment what came in place of a text; it is let go if no message comes of it
 * @param terms what its dialect asks of admission
 */
public record Draft(
        @Nullable String peerId,
        @Nullable String messageId,
        @Nullable String text,
        @Nullable String threadId,
        @Nullable String userId,
        @Nullable SessionId session,
        @Nullable Brief brief,
        @Nullable Attachment attachment,
        AdmissionTerms terms) {
    public Draft(
            @Nullable String peerId,
            @Nullable String messageId,
            @Nullable String text,
            @Nullable String threadId,
            @Nullable String userId) {
        this(peerId, messageId, text, threadId, userId, null, null, null, AdmissionTerms.OF_A_PEER);
    }
}
