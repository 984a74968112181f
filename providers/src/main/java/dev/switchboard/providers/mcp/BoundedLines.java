package dev.switchboard.providers.mcp;

import dev.switchboard.core.bound.Total;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Lines of UTF-8, none longer than is good for us. */
final class BoundedLines {
    private final InputStream in;
    private final int most;
    private final boolean cut;
    private final Total.@Nullable Part part;

    private BoundedLines(InputStream in, int most, boolean cut, Total.@Nullable Part part) {
        this.in = new BufferedInputStream(in, 16 * 1024);
        this.most = most;
        this.cut = cut;
        this.part = part;
    }

    /** A line that is too long is an error, and so is one that all others leave no room for. */
    static BoundedLines strict(InputStream in, int most, Total.Part part) {
        return new BoundedLines(in, most, false, part);
    }

    /** Of a line that is too long the rest is dropped. */
    static BoundedLines cutting(InputStream in, int most) {
        return new BoundedLines(in, most, true, null);
    }

    /** Without its end; null when there are no more. It counts until the next one is asked for. */
    @Nullable
    String next() throws IOException {
        if (part != null) {
            part.holds(0);
        }
        var line = new CountedBytes(part);
        int c;
        boolean any = false;
        while ((c = in.read()) >= 0 && c != '\n') {
            any = true;
            if (line.size() < most) {
                line.write(c);
            } else if (!cut) {
                throw new IOException("a line of more than %,d bytes".formatted(most));
            }
        }
        if (c < 0 && !any) {
            return null;
        }
        String text = line.text();
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
