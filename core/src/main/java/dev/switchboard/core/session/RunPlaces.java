package dev.switchboard.core.session;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many runs there are at once: those that do something, and, beside them, those that wait for a person.
 *
 * <p>Thread: any; a place belongs to the run that took it.
 */
final class RunPlaces {
    private final Semaphore free;
    private final int maxWaiting;
    private final AtomicInteger waiting = new AtomicInteger();

    RunPlaces(int runs, int maxWaiting) {
        this.free = new Semaphore(runs, true);
        this.maxWaiting = maxWaiting;
    }

    /** Waits in order for a free one. */
    Taken take() throws InterruptedException {
        long asked = System.nanoTime();
        free.acquire();
        return new Taken(Duration.ofNanos(System.nanoTime() - asked));
    }

    /** A place, until it is given back. */
    final class Taken implements RunPlace {
        private final Duration queued;
        private boolean held = true;
        private boolean waits;

        private Taken(Duration queued) {
            this.queued = queued;
        }

        @Override
        public Duration queued() {
            return queued;
        }

        @Override
        public boolean leaveToWait(boolean anyway) {
            int already = waiting.getAndIncrement();
            if (already >= maxWaiting && !anyway) {
                waiting.decrementAndGet();
                return false;
            }
            waits = true;
            release();
            return true;
        }

        @Override
        public void takeAgain() throws InterruptedException {
            free.acquire();
            held = true;
            // Only now: who has its answer and no place yet counts like one that waits, or they would have no bound.
            waitsNoMore();
        }

        void giveBack() {
            waitsNoMore();
            release();
        }

        private void waitsNoMore() {
            if (waits) {
                waits = false;
                waiting.decrementAndGet();
            }
        }

        private void release() {
            if (held) {
                held = false;
                free.release();
            }
        }
    }
}
