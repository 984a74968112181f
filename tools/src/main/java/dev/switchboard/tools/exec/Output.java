package dev.switchboard.tools.exec;

import dev.switchboard.core.tool.LongText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a command has written. As much as a model reads is held; when there is more, all of it goes to a file as it comes,
 * and only its two ends are held. Of very much the file has the first 2 MiB and the last 8 MiB: the beginning tells what
 * was done and the end how it went.
 *
 * <p>Thread: one adds, which nobody interrupts; others look.
 */
final class Output implements LongText {
    /** What is held, and what a model reads. */
    static final int HELD = 64 * 1024;

    static final int HEAD = 2 * 1024 * 1024;
    static final int TAIL = 8 * 1024 * 1024;

    /** Each of the two ends, with room for the line between them. */
    static final int END = HELD / 2 - 64;

    private final OutputFiles files;
    private byte[] first = new byte[1024];
    /** A ring, there when there is more than is held. */
    private byte @Nullable [] last;

    private @Nullable FileChannel file;
    private @Nullable String trouble;
    private long total;
    private boolean ended;

    Output(OutputFiles files) {
        this.files = files;
    }

    synchronized void add(byte[] bytes, int length) {
        if (ended) {
            return;
        }
        if (last == null && total + length > HELD) {
            last = new byte[END];
            int held = (int) total;
            remember(last, first, Math.max(0, held - END), held, 0);
            begin(held);
        }
        if (last == null) {
            first = total + length > first.length
                    ? Arrays.copyOf(first, (int) Math.min(HELD, Math.max(total + length, 2L * first.length)))
                    : first;
            System.arraycopy(bytes, 0, first, (int) total, length);
        } else {
            if (total < END) {
                int more = (int) Math.min(END - total, length);
                first = Arrays.copyOf(first, Math.max(first.length, END));
                System.arraycopy(bytes, 0, first, (int) total, more);
            }
            remember(last, bytes, Math.max(0, length - END), length, total);
            write(bytes, length);
        }
        total += length;
    }

    /** @param before how many bytes came before {@code bytes} */
    private static void remember(byte[] ring, byte[] bytes, int from, int to, long before) {
        for (int i = from; i < to; ) {
            int at = (int) ((before + i) % ring.length);
            int part = Math.min(to - i, ring.length - at);
            System.arraycopy(bytes, i, ring, at, part);
            i += part;
        }
    }

    private void begin(int held) {
        try {
            file = files.create();
            write(file, ByteBuffer.wrap(first, 0, held), 0);
        } catch (IOException e) {
            lose(e);
        }
    }

    private void write(byte[] bytes, int length) {
        var to = file;
        if (to == null) {
            return;
        }
        try {
            for (int from = 0; from < length; ) {
                long at = total + from;
                long place = at < HEAD ? at : HEAD + (at - HEAD) % TAIL;
                long room = at < HEAD ? HEAD - at : HEAD + TAIL - place;
                int part = (int) Math.min(length - from, room);
                write(to, ByteBuffer.wrap(bytes, from, part), place);
                from += part;
            }
        } catch (IOException e) {
            lose(e);
        }
    }

    private static void write(FileChannel to, ByteBuffer bytes, long at) throws IOException {
        long place = at;
        while (bytes.hasRemaining()) {
            place += to.write(bytes, place);
        }
    }

    /** The command goes on, and both ends of what it writes are told all the same. */
    private void lose(IOException e) {
        trouble = String.valueOf(e.getMessage());
        closeFile();
    }

    /** Whatever still comes is not part of it: all who look see the same from now on. */
    synchronized void end() {
        ended = true;
    }

    /** Of how many bytes. */
    synchronized long total() {
        return total;
    }

    /** Whether there is more than {@link #text()} tells. */
    synchronized boolean isLong() {
        return last != null;
    }

    /** Why all of it cannot be read here; null if it can. */
    synchronized @Nullable String trouble() {
        return trouble;
    }

    /**
     * All of it, or its two ends. What is no UTF-8 is replaced, and no character is cut in two by what was left out.
     */
    synchronized String text() {
        var ring = last;
        if (ring == null) {
            return new String(first, 0, (int) total, StandardCharsets.UTF_8);
        }
        var end = new byte[END];
        int oldest = (int) (total % END);
        System.arraycopy(ring, oldest, end, 0, END - oldest);
        System.arraycopy(ring, 0, end, END - oldest, oldest);
        int head = Utf8Edges.withoutBrokenEnd(first, END);
        int tail = Utf8Edges.brokenStart(end);
        return new String(first, 0, head, StandardCharsets.UTF_8)
                + leftOut(total - head - (END - tail))
                + new String(end, tail, END - tail, StandardCharsets.UTF_8);
    }

    private static String leftOut(long bytes) {
        return "\n[... %d bytes left out ...]\n".formatted(bytes);
    }

    @Override
    public synchronized boolean isCut() {
        return total > HEAD + TAIL;
    }

    @Override
    public synchronized Reader open() throws IOException {
        var from = file;
        if (from == null) {
            throw new IOException("there is no more of the output");
        }
        return new InputStreamReader(isCut() ? cut(from) : new FileRange(from, 0, total), StandardCharsets.UTF_8);
    }

    private InputStream cut(FileChannel from) throws IOException {
        long oldest = HEAD + (total - HEAD) % TAIL;
        var edge = new FileRange(from, HEAD - 4, HEAD).readAllBytes();
        int broken = 4 - Utf8Edges.withoutBrokenEnd(edge, 4);
        var tail = new PushbackInputStream(
                new SequenceInputStream(new FileRange(from, oldest, HEAD + TAIL), new FileRange(from, HEAD, oldest)),
                3);
        var start = tail.readNBytes(3);
        int skipped = Utf8Edges.brokenStart(start);
        tail.unread(start, skipped, start.length - skipped);
        var line = leftOut(total - HEAD - TAIL + broken + skipped).getBytes(StandardCharsets.UTF_8);
        return new SequenceInputStream(Collections.enumeration(
                List.of(new FileRange(from, 0, HEAD - broken), new ByteArrayInputStream(line), tail)));
    }

    @Override
    public synchronized void close() {
        ended = true;
        closeFile();
    }

    private void closeFile() {
        if (file != null) {
            try {
                file.close();
            } catch (IOException _) {
                // Nobody wants it any more.
            }
            file = null;
        }
    }
}
