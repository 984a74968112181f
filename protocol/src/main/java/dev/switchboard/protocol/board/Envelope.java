package dev.switchboard.protocol.board;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * What every message of this protocol is wrapped in.
 *
 * @param timestamp ISO 8601; what a board says in it is not relied on
 * @param inReplyTo the id of the message this answers, if it answers one
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Envelope<P>(
        String type,
        String id,
        @Nullable String timestamp,
        @Nullable String inReplyTo,
        P payload) {}
