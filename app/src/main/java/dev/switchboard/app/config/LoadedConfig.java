package dev.switchboard.app.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A configuration and where it came from.
 *
 * @param file null when there was none and the defaults are in force
 * @param fromEnvironment the paths of values that came from the environment
 * @param variables those of the environment it uses; one may be a secret, or a part of one
 */
public record LoadedConfig(
        Config config, @Nullable Path file, Set<String> fromEnvironment, Map<String, String> variables) {
    public LoadedConfig {
        fromEnvironment = Set.copyOf(fromEnvironment);
        variables = Map.copyOf(variables);
    }

    /** The configuration in force as JSON, with secrets and whatever came from the environment masked. */
    public String masked() {
        return new MaskedConfig(fromEnvironment).print(config);
    }
}
