package dev.switchboard.app.command;

import dev.switchboard.app.config.ConfigLoader;
import dev.switchboard.app.config.LoadedConfig;
import dev.switchboard.app.config.Overrides;
import dev.switchboard.cli.remote.GatewayFolder;
import java.nio.file.Path;
import java.util.List;
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

    /**
     * Reads options that are written out in full and well formed, {@code --port 1} or {@code --port=1}; null if anything
     * is otherwise, for the real parser to understand or to complain about. See {@link Program#run}.
     */
    static @Nullable ConfigOptions plain(Map<String, String> environment, List<String> words) {
        var options = new ConfigOptions(environment);
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (equals < 0 && ++i == words.size()) {
                return null;
            }
            String value = equals < 0 ? words.get(i) : word.substring(equals + 1);
            if (value.isEmpty() || value.startsWith("-") || !options.set(name, value)) {
                return null;
            }
        }
        return options;
    }

    private boolean set(String name, String value) {
        switch (name) {
            case "--host" -> host = value;
            case "--data" -> data = Path.of(value);
            case "--config" -> config = Path.of(value);
            case "--port" -> {
                if (!value.matches("\\d{1,9}")) {
                    return false;
                }
                port = Integer.valueOf(value);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    Path dataFolder() {
        return GatewayFolder.locate(data, environment);
    }

    LoadedConfig load() {
        return new ConfigLoader(environment).load(config, dataFolder(), new Overrides(host, port));
    }
}
