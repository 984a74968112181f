package dev.switchboard.core.control;

import dev.switchboard.core.bus.MessageBus;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.run.Agent;
import dev.switchboard.core.run.Assignments;
import dev.switchboard.core.run.LiveRuns;
import dev.switchboard.core.run.RunServices;
import dev.switchboard.core.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What people do to runs. It is recorded, and then whoever has the run is nudged to look at the record: that may be another
 * gateway than the one somebody talks to.
 */
public final class SessionControls implements RunControls {
    private final LiveRuns live;
    private final Assignments assignments;
    private final RunServices services;
    private final MessageBus bus;

    public SessionControls(LiveRuns live, Assignments assignments, RunServices services, MessageBus bus) {
        this.live = live;
        this.assignments = assignments;
        this.services = services;
        this.bus = bus;
    }

    @Override
    public Optional<RunId> stop(SessionId session, boolean kill, @Nullable String reason) {
        return running(session).filter(run -> stop(session, run, kill, reason));
    }

    @Override
    public void stop(SessionId session, RunId run, @Nullable String reason) {
        stop(session, run, false, reason);
    }

    /** False if the session was begun anew: then nothing is left of the run. */
    private boolean stop(SessionId session, RunId run, boolean kill, @Nullable String reason) {
        var word = kill ? "kill" : "stop";
        var payload = payload().put("state", isAsking(run) ? "WAITING_APPROVAL" : "AGENT_RUNNING");
        if (reason != null) {
            payload.put(RunEvent.Received.REASON, reason);
        }
        var event = new RunEvent.Received(services.ids().get(), run.value(), word, payload);
        boolean recorded = written(() ->
                services.journal().append(at(session, run), run, List.of(event), List.of(new Change.StopAsked(kill))));
        if (recorded) {
            // A run that is not under way looks at the record when it begins.
            bus.nudge(session);
        }
        return recorded;
    }

    private boolean isAsking(RunId run) {
        return live.of(run)
                .map(LiveRuns.Live::isAsking)
                .orElseGet(() -> services.approvals().runsAsking().contains(run));
    }

    @Override
    public Injected inject(SessionId session, RunId run, Injection injection) {
        var event = new RunEvent.Injected(
                services.ids().get(),
                run.value(),
                injection.messageId(),
                injection.mode().wireName(),
                injection.text());
        boolean taken = written(() -> services.journal()
                .append(at(session, run), run, List.of(event), List.of(new Change.InjectionWaits(injection))));
        if (taken) {
            bus.nudge(session);
            return Injected.TAKEN;
        }
        return services.journal().knows(run, injection.messageId()) ? Injected.DUPLICATE : Injected.NOT_RUNNING;
    }

    @Override
    public Optional<RunId> running(SessionId session) {
        return live.in(session).map(LiveRuns.Live::run).or(() -> services.journal()
                .underWay(session));
    }

    @Override
    public List<String> agents() {
        return assignments.names();
    }

    @Override
    public boolean switchAgent(SessionId session, String agent) {
        if (assignments.named(agent).isEmpty()) {
            return false;
        }
        choose(session, "agent_switch", agent, List.of());
        return true;
    }

    @Override
    public boolean handOver(SessionId session, String agent) throws InterruptedException {
        if (assignments.named(agent).isEmpty()) {
            return false;
        }
        var old = current(session);
        var summary = old.bodies().sumUp(old, session);
        choose(session, "handover", agent, summary.map(List::<RunEvent>of).orElse(List.of()));
        summary.ifPresent(said -> old.bodies().summarised(session, said));
        return true;
    }

    /** Who would answer the next message. */
    private Agent current(SessionId id) {
        var session = services.sessions().find(id);
        var home = session.map(Session::channel).orElse(null);
        return assignments
                .of(home, home == null ? "" : home, session.map(Session::agent).orElse(null))
                .agent();
    }

    private void choose(SessionId session, String subtype, String agent, List<RunEvent> more) {
        var from = current(session).name();
        var events = new ArrayList<RunEvent>();
        events.add(new RunEvent.Received(
                services.ids().get(), null, subtype, payload().put("from", from).put("to", agent)));
        events.addAll(more);
        services.journal().append(now(session), events, List.of(new Change.AgentChosen(agent)));
    }

    /** What a run is written for; of one that is not under way, what the session is in just now. */
    private SessionEpoch at(SessionId session, RunId run) {
        return live.of(run).map(LiveRuns.Live::at).orElseGet(() -> now(session));
    }

    private SessionEpoch now(SessionId session) {
        return new SessionEpoch(
                session, services.sessions().find(session).map(Session::epoch).orElse(0L));
    }

    /** False if the session was begun anew meanwhile. */
    private static boolean written(BooleanSupplier writing) {
        try {
            return writing.getAsBoolean();
        } catch (SwitchboardException e) {
            if (e.code() == ErrorCode.NO_LONGER_YOURS) {
                return false;
            }
            throw e;
        }
    }

    private static ObjectNode payload() {
        return JsonNodeFactory.instance.objectNode();
    }
}
