package dev.switchboard.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bounded queue between many callers and the few threads that own a connection. Waiting for room is deaf to
 * interrupts; it ends when there is room or the queue is closed.
 *
 * <p>What nobody is kept waiting by may come in without hurry: it is taken along with whatever comes next, and after
 * {@link #LINGER} at the latest. Order is kept all the same.
 */
final class WorkQueue<T> {
    private static final long LINGER = TimeUnit.MILLISECONDS.toNanos(5);

    private final int capacity;
    private final ArrayDeque<T> items = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private boolean nudged;
    private boolean hurried;
    /** By when what came without hurry is due; only meaningful while there is any. */
    private long due;

    /** Whether somebody wants to be called, and when. */
    private boolean booked;

    private long bookedFor;

    private boolean closed;

    WorkQueue(int capacity) {
        this.capacity = capacity;
    }

    /** False if the queue is closed and the item was not taken in. */
    boolean put(T item) {
        return put(item, true);
    }

    /** As {@link #put}, for an item that may wait a moment for company. */
    boolean putWithoutHurry(T item) {
        return put(item, false);
    }

    private boolean put(T item, boolean hurry) {
        lock.lock();
        try {
            while (items.size() >= capacity && !closed) {
                notFull.awaitUninterruptibly();
            }
            if (closed) {
                return false;
            }
            boolean first = nothingToDo();
            items.add(item);
            call(first, hurry);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean nothingToDo() {
        return items.isEmpty() && !nudged;
    }

    /** Calls whoever takes: for work in a hurry, and for the first without, so that it knows when to come. */
    private void call(boolean first, boolean hurry) {
        if (hurry) {
            hurried = true;
            notEmpty.signal();
        } else if (first) {
            due = System.nanoTime() + LINGER;
            notEmpty.signal();
        }
    }

    /** Lets {@link #take} return though there is no item. */
    void nudge() {
        lock.lock();
        try {
            nudged = true;
            call(false, true);
        } finally {
            lock.unlock();
        }
    }

    /** Lets {@link #take} return after that time at the latest, though there may be no item then. */
    void nudgeAfter(Duration time) {
        lock.lock();
        try {
            booked = true;
            bookedFor = System.nanoTime() + time.toNanos();
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for something to do, then takes at most {@code max} items. False when it is closed and empty. */
    boolean take(Collection<? super T> into, int max) {
        lock.lock();
        try {
            while (!hurried && !closed) {
                if (nothingToDo() && !booked) {
                    notEmpty.awaitUninterruptibly();
                } else if (lingeredEnough()) {
                    break;
                }
            }
            if (nothingToDo() && !booked) {
                return false;
            }
            nudged = false;
            booked = booked && !closed && bookedFor - System.nanoTime() > 0;
            for (int i = 0; i < max && !items.isEmpty(); i++) {
                into.add(items.remove());
            }
            hurried = !items.isEmpty();
            notFull.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean lingeredEnough() {
        long left = left();
        if (left > 0) {
            try {
                notEmpty.awaitNanos(left);
            } catch (InterruptedException e) {
                // The threads that take are ended by close(); whoever interrupts them only cuts the moment short.
                return true;
            }
        }
        return left() <= 0;
    }

    private long left() {
        long now = System.nanoTime();
        long forItems = nothingToDo() ? Long.MAX_VALUE : due - now;
        return booked ? Math.min(forItems, bookedFor - now) : forItems;
    }

    /** Nothing comes in any more; what is in it can still be taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            notEmpty.signalAll();
            notFull.signalAll();
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return items.size();
        } finally {
            lock.unlock();
        }
    }
}
