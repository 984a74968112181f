package dev.switchboard.cli.device;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.switchboard.cli.console.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Says the lines of an input, as many as may wait at once, and tells how it went.
 *
 * <p>Thread: {@code run} on its own, since reading blocks; the rest from anywhere.
 */
final class LineFeed implements Runnable {
    /** What a feed tells, on its thread. */
    interface Events {
        /** Keeps the line. */
        void line(String text);

        void tooLong();

        void ended();

        void broke(String why);
    }

    private final Lines lines;
    private final Events events;
    private final Semaphore room;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private boolean waiting;
    private boolean full;

    /** @param room how many lines may be said before the first of them is answered */
    LineFeed(InputStream in, int room, Events events) {
        this.lines = new Lines(new InputStreamReader(in, UTF_8), Frames.MAX_TEXT_BYTES);
        this.room = new Semaphore(room);
        this.events = events;
    }

    /** A line was answered. */
    void makeRoom() {
        room.release();
    }

    /**
     * Waits until all that is there to be read has been said, so that giving up keeps it.
     *
     * @return false if there is more than may wait
     */
    boolean takeWhatIsThere(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (!waiting && left > 0) {
                left = idle.awaitNanos(left);
            }
            return waiting && !full;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        try {
            say();
            events.ended();
        } catch (IOException e) {
            events.broke("cannot read the input (%s)".formatted(e.getMessage()));
        } catch (RuntimeException e) {
            events.broke(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            mark(true, false);
        }
    }

    private void say() throws IOException, InterruptedException {
        while (true) {
            mark(!lines.areAtHand(), false);
            var line = lines.next();
            mark(false, false);
            if (line == null) {
                return;
            }
            if (line.isBlank()) {
                continue;
            }
            if (Frames.isTooLong(line)) {
                events.tooLong();
                continue;
            }
            if (!room.tryAcquire(0, TimeUnit.SECONDS)) {
                mark(true, true);
                room.acquire();
                mark(false, false);
            }
            events.line(line);
        }
    }

    private void mark(boolean begins, boolean forRoom) {
        lock.lock();
        try {
            waiting = begins;
            full = forRoom;
            idle.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
