package dev.switchboard.testkit;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bytes that go one way through a {@link CuttingProxy}.
 *
 * <p>Thread: {@link #carry} has one of its own; all else is called from anywhere.
 */
final class Flow {
    private static final int NEVER = Integer.MAX_VALUE;

    private final Socket from;
    private final Socket to;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long stalledUntil = System.nanoTime();
    private int tornAfter = NEVER;
    private boolean torn;
    private boolean halfClosed;

    Flow(Socket from, Socket to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Carries everything until the sender has ended, and then ends too.
     *
     * @return whether it came to the end; false if it was to be torn and now is
     */
    boolean carry() throws IOException, InterruptedException {
        var buffer = new byte[8_192];
        var in = from.getInputStream();
        var out = to.getOutputStream();
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            awaitPassage();
            int some = take(read);
            if (!isHalfClosed()) {
                out.write(buffer, 0, some);
            }
            if (isTorn()) {
                return false;
            }
        }
        awaitPassage();
        halfClose();
        return true;
    }

    /** What is on its way already may still come through. */
    void stall(Duration time) {
        change(() -> stalledUntil = System.nanoTime() + time.toNanos());
    }

    void tearAfter(int bytes) {
        change(() -> tornAfter = bytes);
    }

    /** The receiver is told that nothing more will come; what the sender still says is lost. */
    boolean halfClose() throws IOException {
        lock.lock();
        try {
            if (halfClosed || to.isClosed()) {
                return false;
            }
            halfClosed = true;
            to.shutdownOutput();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Nothing is stalled or going to be torn any more. Also what ends the waiting after the sockets were closed. */
    void heal() {
        change(() -> {
            stalledUntil = System.nanoTime();
            tornAfter = NEVER;
        });
    }

    boolean isHalfClosed() {
        lock.lock();
        try {
            return halfClosed;
        } finally {
            lock.unlock();
        }
    }

    void awaitPassage() throws InterruptedException {
        lock.lock();
        try {
            var left = stalledUntil - System.nanoTime();
            while (left > 0 && !to.isClosed()) {
                changed.await(left, TimeUnit.NANOSECONDS);
                left = stalledUntil - System.nanoTime();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many of these bytes may pass. */
    private int take(int bytes) {
        lock.lock();
        try {
            int some = Math.min(bytes, tornAfter);
            if (tornAfter != NEVER) {
                tornAfter -= some;
                torn = tornAfter == 0; // for good: what was cut off is lost, whoever heals it now
            }
            return some;
        } finally {
            lock.unlock();
        }
    }

    private boolean isTorn() {
        lock.lock();
        try {
            return torn;
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable state) {
        lock.lock();
        try {
            state.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
