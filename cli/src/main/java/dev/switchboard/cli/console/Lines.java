package dev.switchboard.cli.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** Reads lines of a bounded length: one that never ends must not fill the memory. Thread: one. */
public final class Lines {
    private final BufferedReader in;
    private final int longest;

    public Lines(Reader in, int longest) {
        this.in = new BufferedReader(in);
        this.longest = longest;
    }

    /** Whether the next one can begin without waiting. */
    public boolean areAtHand() throws IOException {
        return in.ready();
    }

    /** The next one without its end, cut after one character too many; null if there are no more. */
    public @Nullable String next() throws IOException {
        var line = new StringBuilder();
        int read = in.read();
        if (read < 0) {
            return null;
        }
        for (; read >= 0 && read != '\n'; read = in.read()) {
            if (line.length() <= longest) {
                line.append((char) read);
            }
        }
        int end = line.length();
        return end > 0 && line.charAt(end - 1) == '\r' ? line.substring(0, end - 1) : line.toString();
    }
}
