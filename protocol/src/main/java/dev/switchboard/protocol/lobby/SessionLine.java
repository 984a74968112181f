package dev.switchboard.protocol.lobby;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** A session, wherever one is shown. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SessionLine(
        String sessionId,
        String kind,
        String name,
        String agent,
        @Nullable String channel,
        @Nullable String workingDir,
        String state,
        boolean pinned,
        boolean archived,
        Instant createdAt,
        Instant lastEventAt,
        long lastSeq,
        @Nullable String lastText) {
    public SessionLine withoutText() {
        return new SessionLine(
                sessionId,
                kind,
                name,
                agent,
                channel,
                workingDir,
                state,
                pinned,
                archived,
                createdAt,
                lastEventAt,
                lastSeq,
                null);
    }
}
