package dev.switchboard.cli.approve;

import dev.switchboard.cli.remote.PlainWords;
import dev.switchboard.cli.remote.RemoteOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code approve} was asked for, as it was written. */
public final class ApproveOptions {
    @Parameters(
            arity = "0..1",
            paramLabel = "ID",
            description = "what to allow, or its first characters; left out: ask for what waits, or list it")
    @Nullable
    String id;

    @Option(names = "--deny", description = "refuse it instead")
    boolean deny;

    @Option(names = "--reason", paramLabel = "TEXT", description = "what the agent is told along with the answer")
    @Nullable
    String reason;

    @Option(names = "--watch", description = "wait for what comes, and ask for each on a terminal; Ctrl-C ends it")
    boolean watch;

    @Option(names = "--json", description = "print the gateway's own objects, one a line")
    boolean json;

    @Mixin
    final RemoteOptions remote = new RemoteOptions();

    /** Null if it is for the real parser. */
    public static @Nullable ApproveOptions plain(List<String> words) {
        var options = new ApproveOptions();
        return PlainWords.read(words, options::set, options::set) ? options : null;
    }

    /** A flag, or the id. */
    private boolean set(String word) {
        switch (word) {
            case "--deny" -> deny = true;
            case "--watch" -> watch = true;
            case "--json" -> json = true;
            default -> {
                if (id != null || word.isEmpty() || word.startsWith("-")) {
                    return false;
                }
                id = word;
            }
        }
        return true;
    }

    private boolean set(String name, String value) {
        if (name.equals("--reason")) {
            reason = value;
            return true;
        }
        return remote.set(name, value);
    }
}
