package dev.switchboard.app.gateway;

import dev.switchboard.core.money.SpendingStore;
import dev.switchboard.core.run.Agent;
import dev.switchboard.core.status.AgentStatuses;
import dev.switchboard.core.status.AgentStatuses.Money;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the configured agents have spent of their budgets. */
final class Purses implements AgentStatuses.Purse {
    private final Map<String, Agent> agents;
    private final SpendingStore spending;
    private final Clock clock;

    Purses(Map<String, Agent> agents, SpendingStore spending, Clock clock) {
        this.agents = agents;
        this.spending = spending;
        this.clock = clock;
    }

    @Override
    public @Nullable Money of(String agent) {
        var known = agents.get(agent);
        var budget = known == null ? null : known.abilities().budget();
        if (budget == null) {
            return null;
        }
        var period = budget.period().of(clock.instant());
        return new Money(period, spending.spent(agent, period), budget.limitMicros());
    }
}
