package dev.switchboard.app.gateway;

import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.ConfigSecrets;
import dev.switchboard.providers.Provider;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The environment as commands and servers get it: without our keys, whatever the variable that holds one is called. */
final class ToolEnvironment {
    private static final String OURS = "SWITCHBOARD_";

    /** A shorter secret would be found in a path by chance. */
    private static final int FOUND_INSIDE = 8;

    private ToolEnvironment() {}

    static Map<String, String> of(Map<String, String> environment, Config config) {
        var secrets = ConfigSecrets.in(config);
        var left = new HashMap<>(environment);
        Arrays.stream(Provider.values()).map(Provider::keyVariable).forEach(left::remove);
        left.entrySet()
                .removeIf(variable -> variable.getKey().startsWith(OURS)
                        || secrets.stream().anyMatch(secret -> holds(variable.getValue(), secret)));
        return left;
    }

    private static boolean holds(String value, String secret) {
        return secret.length() >= FOUND_INSIDE ? value.contains(secret) : value.equals(secret);
    }
}
