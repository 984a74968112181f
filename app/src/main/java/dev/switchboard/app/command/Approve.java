package dev.switchboard.app.command;

import dev.switchboard.cli.approve.ApproveOptions;
import dev.switchboard.cli.approve.ApproveProcess;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.option.Options;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "approve",
        description = "see what agents want to do, and allow or refuse it",
        footerHeading = Program.EXAMPLE,
        footer = {"  switchboard approve", "  switchboard approve --deny --reason \"not on a Friday\" 3f2a91c0"})
final class Approve implements Callable<Integer>, Described {
    private final ApproveOptions options;
    private final Map<String, String> environment;
    private final Clock clock;
    private final Screen screen;

    Approve(ApproveOptions options, Map<String, String> environment, Clock clock, Screen screen) {
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
        return new ApproveProcess(environment, clock, streams).run(options);
    }
}
