package dev.switchboard.cli.approve;

import dev.switchboard.cli.option.Flag;
import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.option.Text;
import dev.switchboard.cli.option.Word;
import dev.switchboard.cli.remote.RemoteOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code approve} was asked for, as it was written. */
public final class ApproveOptions {
    private final Options all = new Options();

    final Word id = all.word("ID", "what to allow, or its first characters; left out: ask for what waits, or list it");

    final Flag deny = all.flag("--deny", "refuse it instead");

    final Text reason = all.text("--reason", "TEXT", "what the agent is told along with the answer");

    final Flag watch = all.flag("--watch", "wait for what comes, and ask for each on a terminal; Ctrl-C ends it");

    final Flag json = all.flag("--json", "print the gateway's own objects, one a line");

    final RemoteOptions remote = new RemoteOptions();

    public ApproveOptions() {
        all.add(remote.all());
    }

    /** Null if it is for the real parser. */
    public static @Nullable ApproveOptions plain(List<String> words) {
        var options = new ApproveOptions();
        return options.all.read(words) ? options : null;
    }

    public Options all() {
        return all;
    }
}
