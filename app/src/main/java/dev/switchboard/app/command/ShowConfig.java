package dev.switchboard.app.command;

import dev.switchboard.cli.option.Options;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "config",
        description = "print the configuration in force, secrets masked",
        footerHeading = Program.EXAMPLE,
        footer = "  switchboard config --data ~/second")
final class ShowConfig implements Callable<Integer>, Described {
    private final ConfigOptions options;
    private final Screen screen;

    ShowConfig(ConfigOptions options, Screen screen) {
        this.options = options;
        this.screen = screen;
    }

    @Override
    public Options options() {
        return options.all();
    }

    @Override
    public Integer call() {
        screen.out().println(options.load().masked());
        return 0;
    }
}
