package dev.switchboard.protocol.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * What the caller gets. {@code pending} instead of a reply when it is not there yet: posting the same
 * {@code message_id} again asks for it. {@code code} is {@code id_reused} when that id came with another text before,
 * and {@code forgotten} when the conversation was reset since: {@code text} says so in place of the answer.
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WebhookReply(
        String messageId,
        String sessionId,
        @Nullable String runId,
        @Nullable String text,
        @Nullable String finishReason,
        @Nullable Boolean duplicate,
        @Nullable Boolean pending,
        @Nullable String code) {}
