package dev.switchboard.app.gateway;

import dev.switchboard.app.config.AgentConfig;
import dev.switchboard.app.config.Config;
import dev.switchboard.app.doctor.Finding;
import dev.switchboard.app.doctor.ModelProbe;
import dev.switchboard.core.model.Model;
import dev.switchboard.core.model.offline.OfflineModel;
import dev.switchboard.providers.LocalOllama;
import dev.switchboard.providers.ModelCheck;
import dev.switchboard.providers.ModelChoice;
import dev.switchboard.providers.ModelSettings;
import dev.switchboard.providers.Models;
import dev.switchboard.providers.TimeLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The models of the configured agents: what the configuration says, what the environment offers, or none. */
public final class AgentModels implements ModelProbe {
    private final ModelChoice choice;

    public AgentModels(Map<String, String> environment) {
        this.choice = new ModelChoice(environment, new LocalOllama());
    }

    /** The model of each agent, by the agent's name. */
    Map<String, Model> models(Config config) throws InterruptedException {
        var models = new LinkedHashMap<String, Model>();
        for (var entry : config.agents().entrySet()) {
            models.put(entry.getKey(), model(entry.getValue()));
        }
        return models;
    }

    /** Whether the agent's model can be reached; asks nothing that is paid for. */
    @Override
    public Finding probe(AgentConfig agent) throws InterruptedException {
        var settings = settings(agent);
        if (settings.isEmpty()) {
            return new Finding.Fine("the offline agent answers; set ANTHROPIC_API_KEY or OPENAI_API_KEY for a model");
        }
        var found = new ModelCheck().check(settings.get());
        return found.ok()
                ? new Finding.Fine(found.sentence())
                : new Finding.Wrong(settings.get().model() + " cannot be asked", found.sentence());
    }

    private Model model(AgentConfig agent) throws InterruptedException {
        var settings = settings(agent);
        return settings.isEmpty() ? new OfflineModel() : new Models().open(settings.get());
    }

    private Optional<ModelSettings> settings(AgentConfig agent) throws InterruptedException {
        var model = agent.model();
        return AgentConfig.OFFLINE.equals(model) ? Optional.empty() : choice.choose(configured(agent));
    }

    private static @Nullable ModelSettings configured(AgentConfig agent) {
        var model = agent.model();
        if (model == null) {
            return null;
        }
        var key = agent.apiKey();
        var url = agent.baseUrl();
        return new ModelSettings(
                model,
                url == null ? null : url.toString(),
                key == null ? null : key.value(),
                agent.contextTokens(),
                null,
                TimeLimits.DEFAULT);
    }
}
