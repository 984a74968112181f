package dev.switchboard.core.control;

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

/** What people do to runs, recorded before it is done. */
public final class SessionControls implements RunControls {
    private final LiveRuns live;
    private final Assignments assignments;
    private final RunServices services;

    public SessionControls(LiveRuns live, Assignments assignments, RunServices services) {
        this.live = live;
        this.assignments = assignments;
        this.services = services;
    }

    @Override
    public Optional<RunId> stop(SessionId session, boolean kill, @Nullable String reason) {
        var running = live.in(session).filter(run -> record(session, run.run(), kill, reason));
        running.ifPresent(run -> run.stop(kill, reason));
        return running.map(LiveRuns.Live::run);
    }

    @Override
    public void stop(SessionId session, RunId run, @Nullable String reason) {
        if (!record(session, run, false, reason)) {
            return;
        }
        // A run looks at the record when it begins, and is among the live ones before it does.
        live.of(run).ifPresent(found -> found.stop(false, reason));
    }

    /** False if the session was begun anew: then nothing is left of the run. */
    private boolean record(SessionId session, RunId run, boolean kill, @Nullable String reason) {
        var word = kill ? "kill" : "stop";
        boolean asking = live.of(run).map(LiveRuns.Live::isAsking).orElse(false);
        var payload = payload().put("state", asking ? "WAITING_APPROVAL" : "AGENT_RUNNING");
        if (reason != null) {
            payload.put(RunEvent.Received.REASON, reason);
        }
        var event = new RunEvent.Received(
                services.ids().get(), run.value(), word, word + " received — aborting turn", payload);
        return written(() -> {
            services.journal().append(at(session, run), run, List.of(event), List.of());
            return true;
        });
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
            live.of(run).ifPresent(found -> found.sent(injection));
            return Injected.TAKEN;
        }
        return services.journal().knows(run, injection.messageId()) ? Injected.DUPLICATE : Injected.NOT_RUNNING;
    }

    @Override
    public Optional<RunId> running(SessionId session) {
        return live.in(session).map(LiveRuns.Live::run);
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
        choose(session, "agent_switch", "switch → " + agent, agent, List.of());
        return true;
    }

    @Override
    public boolean handOver(SessionId session, String agent) throws InterruptedException {
        if (assignments.named(agent).isEmpty()) {
            return false;
        }
        var old = current(session);
        var summary = old.bodies().sumUp(old, session);
        choose(
                session,
                "handover",
                "handover → " + agent,
                agent,
                summary.map(List::<RunEvent>of).orElse(List.of()));
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

    private void choose(SessionId session, String subtype, String label, String agent, List<RunEvent> more) {
        var from = current(session).name();
        var events = new ArrayList<RunEvent>();
        events.add(new RunEvent.Received(
                services.ids().get(),
                null,
                subtype,
                label,
                payload().put("from", from).put("to", agent)));
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
