package dev.switchboard.tools.web;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A body that comes in chunks, each with its length before it. */
final class ChunkedBody extends InputStream {
    /** Of a line with a length: extensions may follow it. */
    private static final int MOST_LINE_CHARACTERS = 1_024;

    private final InputStream in;
    private long leftOfChunk;
    private boolean begun;
    private boolean ended;

    ChunkedBody(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (leftOfChunk == 0 && !ended) {
            nextChunk();
        }
        if (ended) {
            return -1;
        }
        int count = in.read(target, offset, (int) Math.min(length, leftOfChunk));
        if (count < 0) {
            throw new EOFException("the body was cut");
        }
        leftOfChunk -= count;
        return count;
    }

    private void nextChunk() throws IOException {
        if (begun && !line().isEmpty()) {
            throw new FetchFailed("the server's chunks are longer than it says");
        }
        begun = true;
        String size = line().replaceFirst(";.*", "").strip();
        if (!size.matches("[0-9a-fA-F]{1,15}")) {
            throw new FetchFailed("the server's chunks have no length");
        }
        leftOfChunk = Long.parseLong(size, 16);
        ended = leftOfChunk == 0; // trailers are of no interest: the connection is not used again
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        int c;
        while ((c = in.read()) != '\n') {
            if (c < 0) {
                throw new EOFException("the body was cut");
            }
            if (line.length() == MOST_LINE_CHARACTERS) {
                throw new FetchFailed("the server's chunks have no length");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
