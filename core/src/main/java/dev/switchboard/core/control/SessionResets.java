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
import java.util.function.Supplier;
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
        return begin(session.id(), "session reset", () -> sessions.reset(session.id(), answering.answeringIn(session)));
    }

    @Override
    public boolean delete(Session session) {
        return begin(
                session.id(), "session deleted", () -> sessions.delete(session.id(), answering.answeringIn(session)));
    }

    private boolean begin(SessionId session, String what, Supplier<Optional<Ended>> beginning) {
        var running = agents.live().in(session).orElse(null);
        // Before the commit, so that nobody is shown an old word behind the new beginning.
        if (running != null) {
            previews.silence(session, running.run());
        }
        Optional<Ended> ended = Optional.empty();
        try {
            ended = beginning.get();
        } finally {
            if (ended.isEmpty() && running != null) {
                previews.unsilence(running.run());
            }
        }
        if (ended.isEmpty()) {
            return false;
        }
        log.atInfo().addKeyValue("session", session).log(what);
        // At once: what is not sent soon after its commit is taken for missed, and sent by who looks for that.
        ended.get().answers().forEach(bus::publishOutbound);
        ended.get().withdrawn().forEach(approvals::withdrawn);
        bus.nudge(session);
        endRun(session);
        agents.forget(session);
        return true;
    }

    /** One that was begun since is for the new epoch and goes on. */
    private void endRun(SessionId session) {
        var running = agents.live().in(session).orElse(null);
        if (running == null || running.at().number() >= epoch(session)) {
            return;
        }
        previews.silence(session, running.run());
        running.stop(true, "The conversation was reset.");
        try {
            if (running.awaitEnd(PATIENCE)) {
                previews.unsilence(running.run());
            } else {
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
