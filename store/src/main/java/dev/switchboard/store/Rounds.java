package dev.switchboard.store;

import dev.switchboard.core.failure.FatalErrors;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A platform thread that does something again and again and rests in between, until it is closed. */
final class Rounds implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What it does, for as long as {@link #isOver} does not say that it is to end. */
    interface Work {
        void go(Rounds rounds) throws Exception;
    }

    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;

    /**
     * @param what how it is called when it cannot go on
     * @param fatal told then: nobody would notice otherwise
     */
    Rounds(String thread, String what, Work work, FatalErrors fatal) {
        this.thread = Thread.ofPlatform().name(thread).daemon().unstarted(() -> {
            try {
                work.go(this);
            } catch (Throwable e) {
                fatal.report(what, e);
            }
        });
    }

    void start() {
        thread.start();
    }

    /** Rests; true at once when it is to end. */
    boolean isOver(Duration rest) {
        try {
            return stop.await(rest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // Nobody interrupts it to end it; it has close().
            return false;
        }
    }

    /** To be called while writer and readers still work, since it may be waiting for them. */
    @Override
    public void close() {
        stop.countDown();
        try {
            thread.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
