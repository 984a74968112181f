package dev.switchboard.app.command;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.watch.WatchOptions;
import dev.switchboard.cli.watch.WatchProcess;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "watch",
        description = "see what the agent does as it does it, and what needs you",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:left, or nobody reads what is printed",
            "1:there is no such session, or no longer",
            "2:it was asked for something it does not understand",
            "3:the gateway cannot be reached, or does not let this token",
            "130:left with Ctrl-C"
        },
        footerHeading = Program.EXAMPLE,
        footer = {"  switchboard watch", "  switchboard watch terminal-dev:local:device-001"})
final class Watch implements Callable<Integer>, Described {
    private final WatchOptions options;
    private final Map<String, String> environment;
    private final Clock clock;
    private final Screen screen;

    Watch(WatchOptions options, Map<String, String> environment, Clock clock, Screen screen) {
        this.options = options;
        this.environment = environment;
        this.clock = clock;
        this.screen = screen;
    }

    @Override
    public Options options() {
        return options.all();
    }

    @Override
    public Integer call() throws InterruptedException {
        var streams = Streams.ofProcess(screen.out(), screen.err(), screen.terminal(), screen.colour());
        return new WatchProcess(environment, clock, streams).run(options);
    }
}
