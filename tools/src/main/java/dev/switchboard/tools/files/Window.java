package dev.switchboard.tools.files;

import dev.switchboard.core.workspace.NotShown;
import dev.switchboard.tools.Refused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/**
 * The lines of a text that one reading gives back: whole lines with their line breaks, as many as fit. A first line that
 * alone does not fit is cut after a character.
 *
 * @param more whether the text goes on after them
 */
record Window(String text, long lines, boolean more) {
    /** The most bytes of text that a model is given. */
    static final int MOST_BYTES = 64 * 1024;

    /** @param first the first line wanted, from 1 */
    static Window read(String path, ReadableByteChannel from, long first, long mostLines) throws Refused, IOException {
        return read(path, from, first, mostLines, MOST_BYTES);
    }

    static Window read(String path, ReadableByteChannel from, long first, long mostLines, int mostBytes)
            throws Refused, IOException {
        return new Reader(path, from, mostBytes).window(first, mostLines);
    }

    private static final class Reader {
        private final String path;
        private final ReadableByteChannel from;
        private final int mostBytes;
        private final ByteBuffer chunk = ByteBuffer.allocate(64 * 1024).flip();

        Reader(String path, ReadableByteChannel from, int mostBytes) {
            this.path = path;
            this.from = from;
            this.mostBytes = mostBytes;
        }

        Window window(long first, long mostLines) throws Refused, IOException {
            skipTo(first);
            var kept = new ByteArrayOutputStream();
            int whole = 0;
            long lines = 0;
            while (lines < mostLines) {
                int next = next();
                if (next < 0) {
                    lines += kept.size() > whole ? 1 : 0;
                    return new Window(Utf8.decode(path, kept.toByteArray()), lines, false);
                }
                kept.write(next);
                if (kept.size() > mostBytes) {
                    var bytes = Arrays.copyOf(kept.toByteArray(), whole > 0 ? whole : cut(kept.toByteArray()));
                    return new Window(Utf8.decode(path, bytes), Math.max(1, lines), true);
                }
                if (next == '\n') {
                    lines++;
                    whole = kept.size();
                }
            }
            return new Window(Utf8.decode(path, kept.toByteArray()), lines, next() >= 0);
        }

        private void skipTo(long first) throws Refused, IOException {
            long breaks = 0;
            boolean open = false;
            while (breaks < first - 1) {
                int next = next();
                if (next < 0) {
                    throw tooFar(first, open ? breaks + 1 : breaks);
                }
                open = next != '\n';
                breaks += open ? 0 : 1;
            }
            if (first > 1 && !fill()) {
                throw tooFar(first, breaks);
            }
        }

        private Refused tooFar(long first, long lines) {
            return new FileRefused(
                    new NotShown.BeyondEnd(lines),
                    "offset %d is after the end of %s, which has %d %s"
                            .formatted(first, path, lines, lines == 1 ? "line" : "lines"));
        }

        private int next() throws Refused, IOException {
            if (!fill()) {
                return -1;
            }
            int next = chunk.get() & 0xff;
            if (next == 0) {
                throw Utf8.notText(path);
            }
            return next;
        }

        private boolean fill() throws IOException {
            while (!chunk.hasRemaining()) {
                // A long file is work, and a thread of this kind goes on until it waits.
                Thread.yield();
                int read = from.read(chunk.clear());
                chunk.flip();
                if (read < 0) {
                    return false;
                }
            }
            return true;
        }

        /** Where the character begins that does not fit. */
        private int cut(byte[] bytes) {
            int end = mostBytes;
            while (end > mostBytes - 4 && (bytes[end] & 0xc0) == 0x80) {
                end--;
            }
            return end;
        }
    }
}
