package dev.switchboard.providers.mcp;

import dev.switchboard.core.bound.Total;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Bytes of an answer as they come, counted as a part of what all results may hold in memory. */
final class CountedBytes {
    private static final int STEP = 64 * 1024;

    /** What a byte takes until it is part of a result: itself, in the text it is parsed from, and in what that gives. */
    private static final int TIMES = 4;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Total.@Nullable Part part;

    /** @param part null if they are too few to be counted */
    CountedBytes(Total.@Nullable Part part) {
        this.part = part;
    }

    void write(int b) throws IOException {
        bytes.write(b);
        if (part != null && bytes.size() % STEP == 0 && !part.holds((long) TIMES * bytes.size())) {
            throw new AnswerCut();
        }
    }

    int size() {
        return bytes.size();
    }

    String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
