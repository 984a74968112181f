package dev.switchboard.tools.web;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A body of which the length is known: less is a cut, more is not ours. */
final class SizedBody extends InputStream {
    private final InputStream in;
    private long left;

    SizedBody(InputStream in, long length) {
        this.in = in;
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int count = in.read(target, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new EOFException("the body was cut");
        }
        left -= count;
        return count;
    }
}
