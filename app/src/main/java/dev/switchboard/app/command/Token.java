package dev.switchboard.app.command;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.remote.RemoteOptions;
import dev.switchboard.cli.token.TokenProcess;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "token",
        description = "make, list, revoke and rotate what lets others in",
        footerHeading = Program.EXAMPLE,
        commandListHeading = "%nCommands:%n",
        footer = "  switchboard token create --name phone --scopes task:read,task:write")
final class Token implements Described {
    private static final String JSON = "print the gateway's own objects, one a line";

    private final RemoteOptions remote = new RemoteOptions();
    private final Map<String, String> environment;
    private final Clock clock;
    private final Screen screen;

    Token(Map<String, String> environment, Clock clock, Screen screen) {
        this.environment = environment;
        this.clock = clock;
        this.screen = screen;
    }

    @Override
    public Options options() {
        return remote.all();
    }

    @Command(
            name = "create",
            description = "make one; its secret is printed once, alone on stdout",
            footerHeading = Program.EXAMPLE,
            footer = "  switchboard token create --name phone --scopes task:read,task:write --expires 30d")
    int create(
            @Option(names = "--name", paramLabel = "NAME", required = true, description = "what it is for") String name,
            @Option(
                            names = "--scopes",
                            paramLabel = "A,B",
                            defaultValue = TokenProcess.DEFAULT_SCOPES,
                            description = "what it may do (task:read,task:write); also approval:respond, terminal:read,"
                                    + " terminal:write, status:read, admin")
                    String scopes,
            @Option(
                            names = "--expires",
                            paramLabel = "WHEN",
                            description = "30d, 12h or 2026-12-01T00:00Z (when the token ends that makes it)")
                    @Nullable
                    String expires,
            @Option(names = "--json", description = JSON) boolean json) {
        return process(json).create(name, scopes, expires);
    }

    @Command(
            name = "list",
            description = "show them, without their secrets",
            footerHeading = Program.EXAMPLE,
            footer = "  switchboard token list --all")
    int list(
            @Option(names = "--all", description = "also those that are revoked or have expired") boolean all,
            @Option(names = "--json", description = JSON) boolean json) {
        return process(json).list(all);
    }

    @Command(
            name = "revoke",
            description = "end one, all that it made, and every connection of any of them, at once",
            footerHeading = Program.EXAMPLE,
            footer = "  switchboard token revoke token-3f2a91c0")
    int revoke(
            @Parameters(paramLabel = "ID", description = "as token list shows it") String id,
            @Option(names = "--json", description = JSON) boolean json) {
        return process(json).revoke(id);
    }

    @Command(
            name = "rotate",
            description = "give one another secret and id, and print the secret; the old one is dead at once",
            footerHeading = Program.EXAMPLE,
            footer = "  switchboard token rotate token-3f2a91c0")
    int rotate(
            @Parameters(paramLabel = "ID", description = "as token list shows it") String id,
            @Option(names = "--json", description = JSON) boolean json) {
        return process(json).rotate(id);
    }

    private TokenProcess process(boolean json) {
        var streams = Streams.ofProcess(screen.out(), screen.err(), screen.terminal(), screen.colour());
        return new TokenProcess(remote.gateway(environment), clock, streams, json);
    }
}
