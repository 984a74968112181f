package dev.switchboard.app.gateway;

import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.ConfigSecrets;
import dev.switchboard.providers.Provider;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Every key this gateway was given: by its configuration, by the variables that one uses, and by those vendors' keys are
 * kept in.
 */
final class OwnSecrets {
    /** A home inside of a path is no key, though the path may be a secret's. */
    private static final Set<String> KNOWN_TO_ALL =
            Set.of("HOME", "USER", "LOGNAME", "PWD", "PATH", "SHELL", "LANG", "TMPDIR", "HOSTNAME");

    private OwnSecrets() {}

    /** @param used the variables the configuration uses */
    static Set<String> of(Config config, Map<String, String> used, Map<String, String> environment) {
        var written = ConfigSecrets.in(config);
        var all = new HashSet<>(written);
        used.forEach((name, value) -> {
            // "Bearer ${T}" is one secret and T another; a key may stand in a command or an address, too.
            if (ConfigSecrets.isKey(name)
                    || !KNOWN_TO_ALL.contains(name) && written.stream().anyMatch(secret -> secret.contains(value))) {
                all.add(value);
            }
        });
        for (var provider : Provider.values()) {
            all.add(environment.getOrDefault(provider.keyVariable(), "").strip());
        }
        all.remove("");
        return all;
    }
}
