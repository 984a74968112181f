package dev.switchboard.app.gateway;

import dev.switchboard.providers.Provider;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The environment as commands and servers get it: without our keys, whatever the variable that holds one is called. */
final class ToolEnvironment {
    private static final String OURS = "SWITCHBOARD_";

    /** A shorter secret would be found in a path by chance. */
    private static final int FOUND_INSIDE = 8;

    private ToolEnvironment() {}

    /** @param secrets what this gateway was given, see {@link OwnSecrets} */
    static Map<String, String> of(Map<String, String> environment, Set<String> secrets) {
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
