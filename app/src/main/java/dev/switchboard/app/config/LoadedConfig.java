package dev.switchboard.app.config;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A configuration and where it came from.
 *
 * @param file null when there was none and the defaults are in force
 * @param fromEnvironment the paths of values that came from the environment
 */
public record LoadedConfig(Config config, @Nullable Path file, Set<String> fromEnvironment) {
    public LoadedConfig {
        fromEnvironment = Set.copyOf(fromEnvironment);
    }

    /** The configuration in force as JSON, with secrets and whatever came from the environment masked. */
    public String masked() {
        return new MaskedConfig(fromEnvironment).print(config);
    }
}
