package dev.switchboard.edge.webhook;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.ChannelAdapter;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.OutboundMessage;
import org.jspecify.annotations.Nullable;

/** What a call to a webhook came to. */
public sealed interface WebhookOutcome {

    /** The answer arrived while the caller waited; {@code receipt} is to be told whether it reached the caller. */
    record Reply(OutboundMessage message, ChannelAdapter.@Nullable Receipt receipt, boolean duplicate, boolean idReused)
            implements WebhookOutcome {}

    /** A message that was answered before. */
    record Known(String messageId, Admission.Answered answer) implements WebhookOutcome {}

    /** A message from before its conversation was reset. */
    record Forgotten(String messageId, SessionId session) implements WebhookOutcome {}

    /** Accepted and not answered yet. */
    record Pending(String messageId, SessionId session, boolean duplicate, boolean idReused)
            implements WebhookOutcome {}

    /** Nothing was recorded; {@code retry} says whether the same message may be sent again later. */
    record Rejected(String code, String why, boolean retry) implements WebhookOutcome {}
}
