package dev.switchboard.providers.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of UTF-8, none longer than is good for us. */
final class BoundedLines {
    private final InputStream in;
    private final int most;
    private final boolean cut;

    private BoundedLines(InputStream in, int most, boolean cut) {
        this.in = new BufferedInputStream(in, 16 * 1024);
        this.most = most;
        this.cut = cut;
    }

    /** A line that is too long is an error. */
    static BoundedLines strict(InputStream in, int most) {
        return new BoundedLines(in, most, false);
    }

    /** Of a line that is too long the rest is dropped. */
    static BoundedLines cutting(InputStream in, int most) {
        return new BoundedLines(in, most, true);
    }

    /** Without its end; null when there are no more. */
    @Nullable
    String next() throws IOException {
        var line = new ByteArrayOutputStream();
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
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
