package dev.switchboard.protocol.webhook;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** What a caller posts. Nullable because a stranger wrote it: what is missing is answered in words. */
@JsonNaming(SnakeCaseStrategy.class)
public record WebhookMessage(
        @Nullable String peerId,
        @Nullable String messageId,
        @Nullable String text,
        @Nullable String threadId,
        @Nullable String userId) {}
