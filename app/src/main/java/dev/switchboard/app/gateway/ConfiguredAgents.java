package dev.switchboard.app.gateway;

import dev.switchboard.app.config.Config;
import dev.switchboard.core.run.Agent;
import dev.switchboard.core.run.Assignment;
import dev.switchboard.core.run.Assignments;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionAgents;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.edge.board.Boards;
import dev.switchboard.edge.hud.Huds;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who answers where, by the configuration. */
final class ConfiguredAgents implements Assignments, SessionAgents {
    private final Config config;
    private final Map<String, Agent> agents;

    /** @param agents by name; every channel's agent is among them */
    ConfiguredAgents(Config config, Map<String, Agent> agents) {
        this.config = config;
        this.agents = agents;
    }

    @Override
    public Assignment of(@Nullable String home, String from, @Nullable String chosen) {
        // A message may be older than the configuration: its channel can be gone, its answer is still owed.
        var channel = home == null ? null : config.channels().get(home);
        var name = chosen != null && agents.containsKey(chosen) ? chosen : channel == null ? null : channel.agent();
        var agent = name == null ? null : agents.get(name);
        var answering = agent != null ? agent : usualAgent();
        return new Assignment(answering, mode(from, answering));
    }

    /** Who answers where nobody is named. */
    private Agent usualAgent() {
        return agents.getOrDefault(
                Config.DEFAULT_AGENT, agents.values().iterator().next());
    }

    private ApprovalMode mode(String channelId, Agent agent) {
        if (channelId.equals(Boards.CHANNEL) || channelId.equals(Huds.CHANNEL)) {
            // Whoever is there has shown a token, and may ask for a stricter mode with each task.
            return agent.abilities().approval();
        }
        var channel = config.channels().get(channelId);
        return channel == null
                ? ApprovalMode.ALWAYS_ASK
                : channel.approval(agent.abilities().approval());
    }

    @Override
    public Optional<Agent> named(String agent) {
        return Optional.ofNullable(agents.get(agent));
    }

    @Override
    public List<String> names() {
        return List.copyOf(agents.keySet());
    }

    @Override
    public String answeringIn(Session session) {
        return of(session.channel(), session.channel() == null ? "" : session.channel(), session.agent())
                .agent()
                .name();
    }

    @Override
    public Path workspaceOf(String agent) {
        return named(agent).orElseGet(this::usualAgent).abilities().workspace();
    }

    @Override
    public String usual() {
        return usualAgent().name();
    }
}
