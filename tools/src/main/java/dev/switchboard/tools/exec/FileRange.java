package dev.switchboard.tools.exec;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A part of a file, which stays open when this is closed. */
final class FileRange extends InputStream {
    private final FileChannel file;
    private final long end;
    private long at;

    FileRange(FileChannel file, long start, long end) {
        this.file = file;
        this.at = start;
        this.end = end;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (at >= end) {
            return -1;
        }
        int count = file.read(ByteBuffer.wrap(target, offset, (int) Math.min(length, end - at)), at);
        if (count < 0) {
            throw new EOFException("the file is shorter than it was");
        }
        at += count;
        return count;
    }
}
