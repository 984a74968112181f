package dev.switchboard.core.control;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.bus.MessageBus;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.run.AgentService;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionAgents;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.core.session.Sessions.Ended;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins sessions anew: first on record, then in this process. In this order nothing that waited is begun in between, and
 * what runs cannot begin another call: whatever it writes from then on is refused. Then it is killed, so that its processes
 * end too.
 */
public final class SessionResets implements Resets {
    /** What a killed run is given to end; one that does not is left to itself, since it can do no harm. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(SessionResets.class);

    private final Sessions sessions;
    private final SessionAgents answering;
    private final AgentService agents;
    private final Approvals approvals;
    private final Previews previews;
    private final MessageBus bus;

    public SessionResets(
            Sessions sessions,
            SessionAgents answering,
            AgentService agents,
            Approvals approvals,
            Previews previews,
            MessageBus bus) {
        this.sessions = sessions;
        this.answering = answering;
        this.agents = agents;
        this.approvals = approvals;
        this.previews = previews;
        this.bus = bus;
    }

    @Override
    public boolean reset(Session session) {
        return told(session.id(), "session reset", sessions.reset(session.id(), answering.answeringIn(session)));
    }

    @Override
    public boolean delete(Session session) {
        return told(session.id(), "session deleted", sessions.delete(session.id(), answering.answeringIn(session)));
    }

    private boolean told(SessionId session, String what, Optional<Ended> ended) {
        if (ended.isEmpty()) {
            return false;
        }
        log.atInfo().addKeyValue("session", session).log(what);
        bus.nudge(session);
        endRun(session);
        agents.forget(session);
        previews.forget(session);
        ended.get().withdrawn().forEach(approvals::withdrawn);
        ended.get().answers().forEach(bus::publishOutbound);
        return true;
    }

    /** One that was begun since is for the new epoch and goes on. */
    private void endRun(SessionId session) {
        var running = agents.live().in(session).orElse(null);
        if (running == null || running.at().number() >= epoch(session)) {
            return;
        }
        running.stop(true, "The conversation was reset.");
        try {
            if (!running.awaitEnd(PATIENCE)) {
                log.atWarn()
                        .addKeyValue("session", session)
                        .addKeyValue("run", running.run())
                        .log("a run of a session that was reset has not ended yet; nothing of it counts any more");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long epoch(SessionId session) {
        return sessions.find(session).map(Session::epoch).orElse(Long.MAX_VALUE);
    }
}
