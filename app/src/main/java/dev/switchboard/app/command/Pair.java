package dev.switchboard.app.command;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.pair.PairProcess;
import dev.switchboard.cli.remote.RemoteOptions;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "pair",
        description = "print a link that signs one browser in, once, within ten minutes",
        footerHeading = Program.EXAMPLE,
        footer = "  switchboard pair --url https://gateway.example --token-file operator.token")
final class Pair implements Callable<Integer>, Described {
    @Option(names = "--json", description = "print the gateway's own object")
    boolean json;

    private final RemoteOptions remote = new RemoteOptions();

    private final Map<String, String> environment;
    private final Screen screen;

    Pair(Map<String, String> environment, Screen screen) {
        this.environment = environment;
        this.screen = screen;
    }

    @Override
    public Options options() {
        return remote.all();
    }

    @Override
    public Integer call() {
        var streams = Streams.ofProcess(screen.out(), screen.err(), screen.terminal(), screen.colour());
        return new PairProcess(remote.gateway(environment), streams, json).run();
    }
}
