package dev.switchboard.edge.api;

import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionAgents;
import dev.switchboard.protocol.lobby.SessionLine;

/** Sessions as they are shown, wherever one is. */
public final class SessionLines {
    private SessionLines() {}

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
