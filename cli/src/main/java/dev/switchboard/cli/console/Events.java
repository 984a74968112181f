package dev.switchboard.cli.console;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Brings what happens to the thread that watches. Who tells waits while too much is untaken: a terminal that is not read
 * from then slows the gateway's frames down, and nothing is lost.
 */
public final class Events<E> {
    private static final int MOST = 1_024;

    private final ArrayBlockingQueue<E> waiting = new ArrayBlockingQueue<>(MOST);
    private volatile boolean closed;

    public void tell(E event) {
        try {
            while (!closed && !waiting.offer(event, 100, TimeUnit.MILLISECONDS)) {
                // Until somebody takes one.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Null if nothing happened by then. */
    public @Nullable E next(long nanos) throws InterruptedException {
        return waiting.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Nobody takes any more. */
    public void close() {
        closed = true;
        waiting.clear();
    }
}
