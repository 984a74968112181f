package dev.switchboard.app.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The servers whose tools the agents have beside our own.
 *
 * @param servers by name, in the order of the file
 */
public record McpConfig(Map<String, McpServerConfig> servers) {
    public static final McpConfig DEFAULT = new McpConfig(Map.of());

    public McpConfig {
        servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
        var mistakes = new Mistakes();
        for (String name : servers.keySet()) {
            mistakes.require(
                    Names.isName(name), "servers." + name, "a server's name is told to the model — " + Names.RULE);
        }
        mistakes.raise();
    }
}
