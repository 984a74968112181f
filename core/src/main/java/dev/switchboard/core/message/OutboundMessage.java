package dev.switchboard.core.message;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.FinishReason;

/**
 * A committed answer on its way to the peer whose message it answers.
 *
 * @param messageSeq the ledger number of that message
 */
public record OutboundMessage(
        String channelId,
        String peerId,
        SessionId session,
        long messageSeq,
        String messageId,
        RunId run,
        String text,
        FinishReason finishReason) {}
