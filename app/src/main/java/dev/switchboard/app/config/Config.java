package dev.switchboard.app.config;

import dev.switchboard.edge.board.Boards;
import dev.switchboard.edge.hud.Huds;
import dev.switchboard.json.text.NearestWord;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be configured. One that exists is one that may be started: the checks are in the constructors.
 *
 * @param channels by channel id, in the order of the file
 * @param agents by name, in the order of the file
 * @param search null leaves the agents without a web search
 */
public record Config(
        ServerConfig server,
        Map<String, ChannelConfig> channels,
        Map<String, AgentConfig> agents,
        McpConfig mcp,
        @Nullable SearchConfig search) {
    public static final String DEFAULT_AGENT = "default";

    /** What boards and pages are to the runtime. */
    private static final Set<String> OWN_CHANNELS = Set.of(Boards.CHANNEL, Huds.CHANNEL);

    /** What runs without a file: the seed's terminal channel, and an agent that takes what the environment offers. */
    public static final Config DEFAULT = new Config(
            ServerConfig.DEFAULT,
            Map.of("terminal-dev", ChannelConfig.TERMINAL_DEV),
            Map.of(DEFAULT_AGENT, AgentConfig.DEFAULT),
            McpConfig.DEFAULT,
            null);

    public Config {
        channels = Collections.unmodifiableMap(new LinkedHashMap<>(channels));
        agents = Collections.unmodifiableMap(new LinkedHashMap<>(agents));

        var mistakes = new Mistakes();
        for (var channel : channels.entrySet()) {
            String agent = channel.getValue().agent();
            String path = "channels." + channel.getKey();
            mistakes.require(
                            Names.isName(channel.getKey()),
                            path,
                            "a channel's id is part of its address — " + Names.RULE)
                    .require(
                            !OWN_CHANNELS.contains(channel.getKey()),
                            path,
                            "this name is the gateway's own — choose another one");
            if (!agents.containsKey(agent)) {
                mistakes.add(
                        path + ".agent",
                        "there is no agent \"%s\" — %s".formatted(agent, NearestWord.hint(agent, agents.keySet())));
            }
        }
        mistakes.raise();
    }

    Config with(ServerConfig other) {
        return new Config(other, channels, agents, mcp, search);
    }
}
