package dev.switchboard.app.command;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.device.DeviceOptions;
import dev.switchboard.cli.device.DeviceProcess;
import dev.switchboard.cli.option.Options;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "connect",
        description = "talk to the agent from here: a prompt, or the lines of a pipe",
        footerHeading = Program.EXAMPLE,
        footer = {"  switchboard connect", "  echo \"list files\" | switchboard connect --json"})
final class Connect implements Callable<Integer>, Described {
    private final DeviceOptions options;
    private final Map<String, String> environment;
    private final Screen screen;

    Connect(DeviceOptions options, Map<String, String> environment, Screen screen) {
        this.options = options;
        this.environment = environment;
        this.screen = screen;
    }

    @Override
    public Options options() {
        return options.all();
    }

    @Override
    public Integer call() throws InterruptedException {
        var streams = Streams.ofProcess(screen.out(), screen.err(), screen.terminal(), screen.colour());
        return new DeviceProcess(environment, streams).run(options);
    }
}
