package dev.switchboard.app.approve;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code approve} was asked for, as it was written. */
public final class ApproveOptions {
    @Parameters(
            arity = "0..1",
            paramLabel = "ID",
            description = "what to allow, or its first characters; left out: list what waits")
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

    @Option(names = "--url", paramLabel = "URL", description = "the gateway (http://127.0.0.1:18080)")
    @Nullable
    String url;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "the gateway's data folder, for its operator.token (SWITCHBOARD_DATA or ~/.switchboard)")
    @Nullable
    String data;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "holds a token with the scope approval:respond (else SWITCHBOARD_TOKEN is one)")
    @Nullable
    String tokenFile;

    /**
     * Reads options that are written out in full, {@code --url U} or {@code --url=U}; null if anything is otherwise, for
     * the real parser to understand or to complain about. It takes long to load.
     */
    public static @Nullable ApproveOptions plain(List<String> words) {
        var options = new ApproveOptions();
        for (int i = 0; i < words.size(); i++) {
            var word = words.get(i);
            if (options.set(word)) {
                continue;
            }
            int equals = word.indexOf('=');
            if (equals < 0 && ++i == words.size()) {
                return null;
            }
            var name = equals < 0 ? word : word.substring(0, equals);
            var value = equals < 0 ? words.get(i) : word.substring(equals + 1);
            if (value.isEmpty() || value.startsWith("-") || !options.set(name, value)) {
                return null;
            }
        }
        return options;
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
        switch (name) {
            case "--reason" -> reason = value;
            case "--url" -> url = value;
            case "--data" -> data = value;
            case "--token-file" -> tokenFile = value;
            default -> {
                return false;
            }
        }
        return true;
    }
}
