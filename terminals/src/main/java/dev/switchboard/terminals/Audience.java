package dev.switchboard.terminals;

import dev.switchboard.core.terminal.Viewing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Who looks at one terminal, and how far behind they are. Nobody has bytes of their own: each reads the scrollback at their
 * own pace, so that a viewer who does not read costs nothing, and falls out when what comes next for them is overwritten.
 *
 * <p>Thread: as each method says. The lock is the terminal's; the reader is its reader.
 */
final class Audience {
    /** Bytes that a viewer may have before it counts as full. */
    static final int ENOUGH = 256 * 1024;
    /** How long a program waits for viewers that take nothing: a sleeping phone must not freeze a build. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<Seat> seats = new CopyOnWriteArrayList<>();
    private final Scrollback scrollback;
    private final ReentrantLock lock;
    private final LongSupplier nanoTime;
    private final Runnable moved;

    /** @param moved called whenever it may no longer be full; from anywhere, and must not block */
    Audience(Scrollback scrollback, ReentrantLock lock, LongSupplier nanoTime, Runnable moved) {
        this.scrollback = scrollback;
        this.lock = lock;
        this.nanoTime = nanoTime;
        this.moved = moved;
    }

    /**
     * The viewer sees everything from this offset on. Thread: whoever has the lock.
     *
     * @param dropped told when it has fallen out
     */
    Viewing join(long offset, Runnable dropped) {
        var seat = new Seat(this, offset, dropped);
        seats.add(seat);
        moved.run();
        return seat;
    }

    /** There are more bytes, and maybe old ones no longer. Thread: whoever has the lock. */
    void shown() {
        for (var seat : seats) {
            if (seat.taken() < scrollback.start()) {
                seat.drop();
            } else {
                seat.wake();
            }
        }
    }

    /** No byte comes any more. Thread: whoever has the lock. */
    void dismiss(int exitCode) {
        seats.forEach(seat -> seat.end(exitCode));
    }

    /** Whether there is somebody, and nobody who could take more. Thread: the reader. */
    boolean isFull() {
        boolean anybody = false;
        boolean full = true;
        long now = nanoTime.getAsLong();
        for (var seat : seats) {
            anybody = true;
            if (scrollback.end() - seat.written() <= ENOUGH) {
                seat.movedAt(now);
                full = false;
            }
        }
        return anybody && full;
    }

    /** Drops who has taken nothing for too long, when that is why everybody is full. Thread: the reader. */
    void dropStalled() {
        long now = nanoTime.getAsLong();
        for (var seat : seats) {
            if (now - seat.movedAt() >= PATIENCE.toNanos()) {
                seat.drop();
            }
        }
    }

    void leave(Seat seat) {
        seats.remove(seat);
        moved.run();
    }

    void moved() {
        moved.run();
    }

    long now() {
        return nanoTime.getAsLong();
    }

    /** What is shown from this offset on, at most so much. Thread: any. */
    byte[] piece(long offset, int most) {
        lock.lock();
        try {
            return offset < scrollback.start() ? new byte[0] : scrollback.piece(offset, most);
        } finally {
            lock.unlock();
        }
    }
}
