package dev.switchboard.app.command;

import dev.switchboard.app.config.LoadedConfig;
import dev.switchboard.app.data.DataFolder;
import dev.switchboard.cli.option.Options;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "serve",
        description = "run the gateway (also without a command)",
        footerHeading = Program.EXAMPLE,
        footer = "  switchboard serve --data ~/second --port 18081")
final class Serve implements Callable<Integer>, Described {
    private final ConfigOptions options;
    private final GatewayRunner gateway;
    private final Screen screen;

    Serve(ConfigOptions options, GatewayRunner gateway, Screen screen) {
        this.options = options;
        this.gateway = gateway;
        this.screen = screen;
    }

    @Override
    public Options options() {
        return options.all();
    }

    @Override
    public Integer call() throws Exception {
        gateway.prepare();
        LoadedConfig loaded = options.load();
        try (var data = DataFolder.open(options.dataFolder())) {
            return gateway.run(loaded.config(), new ServeOptions(data, screen, loaded.variables()));
        }
    }
}
