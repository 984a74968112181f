package dev.switchboard.app.command;

import dev.switchboard.app.config.ConfigLoader;
import dev.switchboard.app.config.LoadedConfig;
import dev.switchboard.app.config.Overrides;
import dev.switchboard.app.data.DataFolder;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the configuration and the data are, and what the command line says over the file. */
final class ConfigOptions {
    private final Map<String, String> environment;

    @Option(names = "--host", paramLabel = "HOST", description = "listen here (127.0.0.1)")
    private @Nullable String host;

    @Option(names = "--port", paramLabel = "PORT", description = "listen on this port (18080); 0 takes any")
    private @Nullable Integer port;

    @Option(names = "--data", paramLabel = "DIR", description = "the data folder (SWITCHBOARD_DATA or ~/.switchboard)")
    private @Nullable Path data;

    @Option(names = "--config", paramLabel = "FILE", description = "the configuration (config.json in the data folder)")
    private @Nullable Path config;

    ConfigOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    Path dataFolder() {
        return DataFolder.locate(data, environment);
    }

    LoadedConfig load() {
        return new ConfigLoader(environment).load(config, dataFolder(), new Overrides(host, port));
    }
}
