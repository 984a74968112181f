package dev.switchboard.core.modelrun;

import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.money.SpendingStore;
import dev.switchboard.core.run.Agent;
import dev.switchboard.core.run.Bodies;
import dev.switchboard.core.run.RunBody;
import dev.switchboard.core.run.RunContext;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Does the work of all agents that have a model; they share what is remembered of the sessions. Thread: any. */
public final class ModelBodies implements Bodies {
    private final Map<String, ModelAgent> agents = new ConcurrentHashMap<>();
    private final History history;
    private final Summaries summaries;
    private final Toolboxes toolboxes = new Toolboxes();

    public ModelBodies(Ledger ledger, RunJournal journal, SpendingStore spending, Clock clock, Supplier<String> ids) {
        this.history = new History(ledger, journal);
        this.summaries = new Summaries(history, journal, spending, clock, ids);
    }

    public Agent agent(ModelAgent described) {
        agents.put(described.name(), described);
        return new Agent(described.name(), described.model().name(), described.abilities(), this);
    }

    /** By name, in their order. */
    public Map<String, Agent> agents(Map<String, ModelAgent> described) {
        var made = new LinkedHashMap<String, Agent>();
        described.forEach((name, agent) -> made.put(name, agent(agent)));
        return made;
    }

    @Override
    public RunBody body(RunContext run) {
        return new ModelBody(described(run.agent()), run, history, toolboxes);
    }

    @Override
    public void afterAnswer(Agent agent, SessionEpoch at) throws InterruptedException {
        summaries.keepShort(at, described(agent));
    }

    @Override
    public Optional<RunEvent.Summarised> sumUp(Agent agent, SessionId session) throws InterruptedException {
        return summaries.ofAll(session, described(agent));
    }

    @Override
    public void summarised(SessionId session, RunEvent.Summarised summary) {
        history.summarised(session, summary);
    }

    @Override
    public void forget(SessionId session) {
        history.forget(session);
    }

    private ModelAgent described(Agent agent) {
        var known = agents.get(agent.name());
        if (known == null) {
            throw new IllegalArgumentException("not one of its agents: " + agent.name());
        }
        return known;
    }
}
