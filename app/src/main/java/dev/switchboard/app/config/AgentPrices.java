package dev.switchboard.app.config;

import dev.switchboard.core.money.Price;
import dev.switchboard.providers.price.Prices;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What each agent's model costs: what the configuration says, else what is known of the model. */
public final class AgentPrices {
    private AgentPrices() {}

    /**
     * @param models the model of each agent, by the agent's name: the environment may have chosen it
     * @return the prices by the agent's name, as far as they are known
     * @throws InvalidConfigException if an agent has a budget and no price, since nothing would be counted against it
     */
    public static Map<String, Price> of(Config config, Map<String, String> models, Prices known) {
        var prices = new LinkedHashMap<String, Price>();
        var mistakes = new Mistakes();
        models.forEach((name, model) -> {
            AgentConfig agent = config.agents().getOrDefault(name, AgentConfig.DEFAULT);
            Optional<Price> price = agent.price() == null
                    ? known.of(model)
                    : Optional.of(agent.price().price());
            price.ifPresent(found -> prices.put(name, found));
            mistakes.require(
                    price.isPresent() || agent.budgetUsd() == null,
                    "agents.%s.budgetUsd".formatted(name),
                    "the price of %s is not known — set agents.%s.price beside it".formatted(model, name));
        });
        mistakes.raise();
        return prices;
    }
}
