package dev.switchboard.providers.vendor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A response body as a stream that waits no longer than it may. Thread: the one that asked. */
final class BodyStream extends InputStream {
    /** Far more than any answer; a server that sends without end is not read without end. */
    private static final long MOST_BYTES = 64L << 20;

    private final BodyChunks chunks;
    private final Patience patience;
    private final Queue<ByteBuffer> buffers = new ArrayDeque<>();
    private long bytes;
    private boolean ended;

    BodyStream(BodyChunks chunks, Patience patience) {
        this.chunks = chunks;
        this.patience = patience;
    }

    boolean isEmpty() {
        return bytes == 0;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        ByteBuffer buffer = current();
        if (buffer == null) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(target, offset, count);
        bytes += count;
        if (bytes > MOST_BYTES) {
            throw new IOException("the stream does not end");
        }
        return count;
    }

    private @Nullable ByteBuffer current() throws IOException {
        while (true) {
            ByteBuffer first = buffers.peek();
            if (first != null && first.hasRemaining()) {
                return first;
            }
            buffers.poll();
            if (buffers.isEmpty() && !fill()) {
                return null;
            }
        }
    }

    private boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        List<ByteBuffer> more = chunks.next(patience);
        if (more == null) {
            ended = true;
            return false;
        }
        patience.sign();
        buffers.addAll(more);
        return true;
    }
}
