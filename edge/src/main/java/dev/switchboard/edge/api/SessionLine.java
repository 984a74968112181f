package dev.switchboard.edge.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionAgents;
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

    public static SessionLine of(Session session, SessionAgents agents) {
        return new SessionLine(
                session.id().value(),
                session.kind().wireName(),
                session.name(),
                agents.answeringIn(session),
                session.channel(),
                session.workingDir(),
                session.state().name(),
                session.pinned(),
                session.archived(),
                session.createdAt(),
                session.lastEventAt(),
                session.lastSeq(),
                session.lastText());
    }
}
