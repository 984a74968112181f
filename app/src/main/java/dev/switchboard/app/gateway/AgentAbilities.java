package dev.switchboard.app.gateway;

import dev.switchboard.app.config.AgentConfig;
import dev.switchboard.app.config.AgentPrices;
import dev.switchboard.app.config.Config;
import dev.switchboard.core.approval.AllowRule;
import dev.switchboard.core.model.Model;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.money.Budget;
import dev.switchboard.core.money.Price;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.providers.price.Prices;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gives the configured agents what they may do and how far they may go. */
final class AgentAbilities {
    private static final int MICROS = 1_000_000;

    private static final String SYSTEM =
            "You are a helpful assistant. The person reaches you through a small device, so answer in plain text and"
                    + " keep it short unless they ask for more. Your tools work in the person's workspace folder; some"
                    + " calls need the person's word first, and a refusal is an answer to respect.";

    private AgentAbilities() {}

    /** @param models by the agent's name, as the configuration or the environment chose them */
    static Map<String, ModelAgent> agents(Config config, Map<String, Model> models, AgentTools tools) {
        var names = new LinkedHashMap<String, String>();
        models.forEach((name, model) -> names.put(name, model.name()));
        var prices = AgentPrices.of(config, names, Prices.known());
        var agents = new LinkedHashMap<String, ModelAgent>();
        config.agents().forEach((name, agent) -> {
            var model = models.get(name);
            if (model == null) {
                throw new IllegalArgumentException("the agent %s has no model".formatted(name));
            }
            var system = agent.system() == null ? SYSTEM : agent.system();
            agents.put(name, new ModelAgent(name, model, system, abilities(agent, tools, prices.get(name))));
        });
        return agents;
    }

    private static Abilities abilities(AgentConfig agent, AgentTools tools, @Nullable Price price) {
        var maxTokens = agent.maxTokens();
        var budget = agent.budgetUsd();
        return new Abilities(
                agent.workspace(),
                tools.of(agent),
                agent.approval(),
                agent.allow().stream()
                        .map(AllowRule::parse)
                        .flatMap(Optional::stream)
                        .toList(),
                agent.approvalTimeout(),
                new RunLimits(agent.maxSteps(), maxTokens == null ? null : maxTokens.longValue(), agent.maxRun(), null),
                price,
                budget == null
                        ? null
                        : new Budget(budget.multiply(BigDecimal.valueOf(MICROS)).longValue(), agent.budgetPeriod()));
    }
}
