package dev.switchboard.app.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Finds the configuration file, reads it, and either has a usable configuration or says all that is wrong with it. */
public final class ConfigLoader {
    public static final String FILE_NAME = "config.json";

    private final Map<String, String> environment;

    public ConfigLoader(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * @param file the file a person named, or null to look in the data folder
     * @throws InvalidConfigException with every mistake that was found
     */
    public LoadedConfig load(@Nullable Path file, Path dataFolder, Overrides overrides) {
        if (file != null && !Files.exists(file)) {
            throw ConfigFile.refused(file, "there is no such file — check the path after --config");
        }
        Path usual = dataFolder.resolve(FILE_NAME);
        Path source = file != null ? file : Files.exists(usual) ? usual : null;
        return source == null
                ? new LoadedConfig(overrides.onDefault(), null, Set.of(), Map.of())
                : decode(ConfigFile.read(source), source, overrides);
    }

    private LoadedConfig decode(ObjectNode root, Path source, Overrides overrides) {
        var mistakes = new Mistakes();
        var variables = new Environment(environment, mistakes);
        variables.replaceIn(root, "");
        overrides.applyTo(root);
        Path folder = source.toAbsolutePath().resolveSibling("");
        Config config = new RecordDecoder(folder, mistakes).decode(root, Config.class);
        if (config == null) {
            List<Mistake> shown = mistakes.all().stream().map(variables::masked).toList();
            throw new InvalidConfigException(source.toString(), shown);
        }
        return new LoadedConfig(config, source, variables.replaced(), variables.used());
    }
}
