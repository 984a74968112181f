package dev.switchboard.core.run;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How a run that is under way is stopped: a flag, and an interrupt while the run is where one may reach it. Nothing is
 * interrupted while it writes.
 *
 * <p>Thread: {@code stop} from anywhere; {@code interruptibly} on the run's own.
 */
final class RunControl {
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread inside;
    private volatile @Nullable StopRequest stop;
    private volatile boolean asking;

    /** Whether the run waits for somebody's word; said by the run itself. */
    boolean isAsking() {
        return asking;
    }

    void asking(boolean waits) {
        asking = waits;
    }

    /**
     * The gateway goes down: a run that only waits for somebody's word is let go at once, since it will ask again under
     * the same id.
     */
    void letGo() {
        lock.lock();
        try {
            if (asking && inside != null) {
                inside.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The first request counts, but a kill may follow a stop. */
    void stop(StopRequest request) {
        lock.lock();
        try {
            var earlier = stop;
            if (earlier == null || (request.kill() && !earlier.kill())) {
                stop = request;
                if (inside != null) {
                    inside.interrupt();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isKilled() {
        var request = stop;
        return request != null && request.kill();
    }

    /** @throws RunStopped if the run was stopped before or meanwhile */
    <T> T interruptibly(RunContext.Work<T> work) throws InterruptedException, RunStopped {
        enter();
        try {
            return work.run();
        } catch (InterruptedException e) {
            // The gateway's own interrupt, when it goes down, has no request behind it.
            check();
            throw e;
        } finally {
            leave();
        }
    }

    void check() throws RunStopped {
        var request = stop;
        if (request != null) {
            throw new RunStopped(request);
        }
    }

    private void enter() throws RunStopped {
        lock.lock();
        try {
            check();
            inside = Thread.currentThread();
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        lock.lock();
        try {
            inside = null;
            if (stop != null) {
                // The interrupt may have come too late for the work to see it.
                Thread.interrupted();
            }
        } finally {
            lock.unlock();
        }
    }
}
