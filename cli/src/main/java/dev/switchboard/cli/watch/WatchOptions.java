package dev.switchboard.cli.watch;

import dev.switchboard.cli.option.Flag;
import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.option.Word;
import dev.switchboard.cli.remote.RemoteOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code watch} was asked for, as it was written. */
public final class WatchOptions {
    private final Options all = new Options();

    final Word session = all.word("SESSION", "what to watch; left out: what needs you and what runs, to choose from");

    final Flag json = all.flag("--json", "print every frame of the gateway, one a line");

    final RemoteOptions remote = new RemoteOptions();

    public WatchOptions() {
        all.add(remote.all());
    }

    /** Null if it is for the real parser. */
    public static @Nullable WatchOptions plain(List<String> words) {
        var options = new WatchOptions();
        return options.all.read(words) ? options : null;
    }

    public Options all() {
        return all;
    }
}
