package dev.switchboard.cli.remote;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The gateway that has a data folder.
 *
 * @param pid null if it has not written it yet
 * @param url where it answers, {@code http://127.0.0.1:18080}; null while it starts
 */
public record Holder(@Nullable Long pid, @Nullable URI url) {
    private static final int PID = 0;
    private static final int URL = 1;

    /** As the lock file has it, a line each. */
    public static Holder read(String text) {
        var lines = text.split("\n", -1);
        // The last line is whole only when another begins after it.
        return new Holder(
                lines.length > PID + 1 && lines[PID].matches("\\d{1,18}") ? Long.valueOf(lines[PID]) : null,
                lines.length > URL + 1 ? url(lines[URL]) : null);
    }

    public String written() {
        return pid + "\n" + (url == null ? "" : url + "\n");
    }

    private static @Nullable URI url(String line) {
        try {
            return line.isEmpty() ? null : new URI(line);
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
