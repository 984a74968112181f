package dev.switchboard.protocol.hud;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Something that was said, as a list shows it.
 *
 * @param id the one it had while it was written
 * @param seq its number in the session
 * @param role {@code user}, {@code assistant} or {@code system}
 * @param ts milliseconds since 1970
 * @param messageId of the person's message it is, or answers
 * @param finishReason on what ends the answer to a message: {@code stop} or {@code error}
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ChatMessage(
        String id,
        long seq,
        String role,
        String text,
        long ts,
        @Nullable String messageId,
        @Nullable String runId,
        @Nullable String finishReason) {}
