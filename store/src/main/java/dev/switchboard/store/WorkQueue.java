package dev.switchboard.store;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bounded queue between many callers and the few threads that own a connection. Waiting for room is deaf to
 * interrupts; it ends when there is room or the queue is closed.
 */
final class WorkQueue<T> {
    private final int capacity;
    private final ArrayDeque<T> items = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private boolean nudged;
    private boolean closed;

    WorkQueue(int capacity) {
        this.capacity = capacity;
    }

    /** False if the queue is closed and the item was not taken in. */
    boolean put(T item) {
        lock.lock();
        try {
            while (items.size() >= capacity && !closed) {
                notFull.awaitUninterruptibly();
            }
            return add(item);
        } finally {
            lock.unlock();
        }
    }

    /** For the thread that empties the queue, which cannot wait for itself. */
    boolean putEvenIfFull(T item) {
        lock.lock();
        try {
            return add(item);
        } finally {
            lock.unlock();
        }
    }

    private boolean add(T item) {
        if (closed) {
            return false;
        }
        items.add(item);
        notEmpty.signal();
        return true;
    }

    /** Lets {@link #take} return though there is no item. */
    void nudge() {
        lock.lock();
        try {
            nudged = true;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for something to do, then takes at most {@code max} items. False when it is closed and empty. */
    boolean take(Collection<? super T> into, int max) {
        lock.lock();
        try {
            while (items.isEmpty() && !nudged && !closed) {
                notEmpty.awaitUninterruptibly();
            }
            if (items.isEmpty() && !nudged) {
                return false;
            }
            nudged = false;
            for (int i = 0; i < max && !items.isEmpty(); i++) {
                into.add(items.remove());
            }
            notFull.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
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
