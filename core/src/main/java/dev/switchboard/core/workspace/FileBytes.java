package dev.switchboard.core.workspace;

import java.io.IOException;

/** An open file. Thread: one at a time. */
public interface FileBytes extends AutoCloseable {
    /** Its own name, without folders. */
    String name();

    /** How many bytes it had when it was opened; it may grow or shrink meanwhile. */
    long size();

    /** Reads on: how many bytes were put at the beginning of the array, or -1 at the end. */
    int read(byte[] into) throws IOException;

    @Override
    void close();
}
