package dev.switchboard.tools.files;

import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * One change of a file at a time: of two calls that read, change and replace a file at once, one would be lost.
 *
 * <p>Shared by all tools of the gateway. Two files may have one lock, which costs a moment and nothing else.
 */
final class FileLocks {
    private static final ReentrantLock[] LOCKS =
            IntStream.range(0, 64).mapToObj(_ -> new ReentrantLock()).toArray(ReentrantLock[]::new);

    private FileLocks() {}

    static ReentrantLock of(Path file) {
        return LOCKS[Math.floorMod(file.hashCode(), LOCKS.length)];
    }
}
