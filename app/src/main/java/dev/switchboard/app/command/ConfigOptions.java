package dev.switchboard.app.command;

import dev.switchboard.app.config.ConfigLoader;
import dev.switchboard.app.config.LoadedConfig;
import dev.switchboard.app.config.Overrides;
import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.option.Text;
import dev.switchboard.cli.option.WholeNumber;
import dev.switchboard.cli.remote.GatewayFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the configuration and the data are, and what the command line says over the file. */
final class ConfigOptions {
    private final Map<String, String> environment;
    private final Options all = new Options();

    private final Text host = all.text("--host", "HOST", "listen here (127.0.0.1)");

    private final WholeNumber port = all.number("--port", "PORT", "listen on this port (18080); 0 takes any");

    private final Text data = all.text("--data", "DIR", "the data folder (SWITCHBOARD_DATA or ~/.switchboard)");

    private final Text config = all.text("--config", "FILE", "the configuration (config.json in the data folder)");

    ConfigOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Null if it is for the real parser; see {@link Program#run}. */
    static @Nullable ConfigOptions plain(Map<String, String> environment, List<String> words) {
        var options = new ConfigOptions(environment);
        return options.all.read(words) ? options : null;
    }

    Options all() {
        return all;
    }

    Path dataFolder() {
        return GatewayFolder.locate(path(data), environment);
    }

    LoadedConfig load() {
        return new ConfigLoader(environment)
                .load(path(config), dataFolder(), new Overrides(host.text(), port.number()));
    }

    private static @Nullable Path path(Text option) {
        var text = option.text();
        return text == null ? null : Path.of(text);
    }
}
