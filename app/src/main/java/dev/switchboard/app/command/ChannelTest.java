package dev.switchboard.app.command;

import dev.switchboard.app.conformance.channel.ChannelGrader;
import dev.switchboard.app.conformance.channel.ChannelSettings;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "channel-test",
        description = "play a device to a server and grade the server",
        footerHeading = Program.EXAMPLE,
        footer = "  switchboard channel-test --url ws://127.0.0.1:18080/api/channels/terminal-dev/ws")
final class ChannelTest implements Callable<Integer> {
    private final Screen screen;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "URL",
            required = true,
            description = "where devices connect, ws://127.0.0.1:18080/api/channels/terminal-dev/ws")
    private @Nullable URI url;

    @Option(names = "--token", paramLabel = "TOKEN", description = "the channel's token, if it asks for one")
    private @Nullable String token;

    @Option(
            names = "--peer-id",
            paramLabel = "ID",
            description = "the test's peers begin with it (a new one each time)")
    private @Nullable String peerId;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Seconds.class,
            description = "how long to wait for each frame, the model's answer included (60s)")
    private Duration timeout = Duration.ofSeconds(60);

    @Option(names = "--json", description = "print the result as JSON")
    private boolean json;

    ChannelTest(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws InterruptedException {
        return new ReportPage(screen, json).show(ChannelGrader.run(settings(), _ -> {}));
    }

    private ChannelSettings settings() {
        if (spec == null || url == null) {
            throw new AssertionError("the parser has set both");
        }
        var peers = peerId != null
                ? peerId
                : "channel-test-" + UUID.randomUUID().toString().substring(0, 8);
        try {
            return new ChannelSettings(url, token, peers, timeout);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
