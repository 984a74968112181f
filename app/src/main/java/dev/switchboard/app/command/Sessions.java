package dev.switchboard.app.command;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.remote.RemoteOptions;
import dev.switchboard.cli.sessions.SessionsProcess;
import dev.switchboard.cli.sessions.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

@Command(
        name = "sessions",
        description = "list and search conversations, rename, put away, reset and delete them",
        commandListHeading = "%nCommands:%n",
        footerHeading = Program.EXAMPLE,
        footer = {
            "  switchboard sessions --state WAITING_APPROVAL",
            "  switchboard sessions tomatoes",
            "  switchboard sessions rename agent-1780315200000 \"The garden\""
        })
final class Sessions implements Callable<Integer>, Described {
    private static final String ID = "as the list shows it";
    private static final String YES = "do not ask first";

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = "only those with all of these in their name or in what was said")
    private List<String> words = new ArrayList<>();

    @Option(names = "--kind", paramLabel = "KIND", description = "only agent, chat, task, headless or terminal")
    private @Nullable String kind;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "only IDLE, AGENT_RUNNING, WAITING_APPROVAL or ENDED")
    private @Nullable String state;

    @Option(names = "--archived", description = "those that were put away")
    private boolean archived;

    @Option(names = "--limit", paramLabel = "N", description = "at most so many, the latest (100)")
    private int limit = 100;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "print the gateway's own objects, one a line")
    private boolean json;

    private final RemoteOptions remote = new RemoteOptions();

    private final Map<String, String> environment;
    private final Screen screen;

    Sessions(Map<String, String> environment, Screen screen) {
        this.environment = environment;
        this.screen = screen;
    }

    @Override
    public Options options() {
        return remote.all();
    }

    @Override
    public Integer call() {
        return process().list(new Wanted(kind, state, words, archived, limit));
    }

    @Command(
            name = "rename",
            description = "call one something else",
            footerHeading = Program.EXAMPLE,
            footer = "  switchboard sessions rename agent-1780315200000 \"The garden\"")
    int rename(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Parameters(paramLabel = "NAME", description = "what it is called from now on") String name) {
        return process().rename(id, name);
    }

    @Command(
            name = "archive",
            description = "put one away; it keeps all that is in it",
            footerHeading = Program.EXAMPLE,
            footer = "  switchboard sessions archive agent-1780315200000")
    int archive(@Parameters(paramLabel = "ID", description = ID) String id) {
        return process().archive(id);
    }

    @Command(
            name = "unarchive",
            description = "list one again that was put away",
            footerHeading = Program.EXAMPLE,
            footer = "  switchboard sessions unarchive agent-1780315200000")
    int unarchive(@Parameters(paramLabel = "ID", description = "as sessions --archived shows it") String id) {
        return process().unarchive(id);
    }

    @Command(
            name = "reset",
            description = "begin one anew; everything said in it is removed",
            footerHeading = Program.EXAMPLE,
            footer = "  switchboard sessions reset agent-1780315200000")
    int reset(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Option(names = "--yes", description = YES) boolean yes) {
        return process().reset(id, yes);
    }

    @Command(
            name = "delete",
            description = "remove one with everything said in it",
            footerHeading = Program.EXAMPLE,
            footer = "  switchboard sessions delete agent-1780315200000")
    int delete(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Option(names = "--yes", description = YES) boolean yes) {
        return process().delete(id, yes);
    }

    private SessionsProcess process() {
        var streams = Streams.ofProcess(screen.out(), screen.err(), screen.terminal(), screen.colour());
        return new SessionsProcess(remote.gateway(environment), streams, json);
    }
}
