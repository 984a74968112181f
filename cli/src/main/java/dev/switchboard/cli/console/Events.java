package dev.switchboard.cli.task;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Brings what happens to the thread that watches. Who tells waits while too much is untaken: a terminal that is not read
 * from then slows the gateway's frames down, and nothing is lost.
 */
final class Events {
    private static final int MOST = 1_024;

    private final ArrayBlockingQueue<Event> waiting = new ArrayBlockingQueue<>(MOST);
    private volatile boolean closed;

    void tell(Event event) {
        try {
            while (!closed && !waiting.offer(event, 100, TimeUnit.MILLISECONDS)) {
                // Until somebody takes one.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Null if nothing happened by then. */
    @Nullable
    Event next(long nanos) throws InterruptedException {
        return waiting.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    /** Nobody takes any more. */
    void close() {
        closed = true;
        waiting.clear();
    }
}
