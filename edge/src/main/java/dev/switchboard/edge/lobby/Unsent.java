package dev.switchboard.edge.lobby;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one who stands in the lobby has not been sent yet: of each thing the newest. One who does not read holds so much and
 * no more; beyond it everything is told anew when it does.
 *
 * <p>Thread: any adds; one takes.
 */
final class Unsent {
    static final int MAX = 1_000;

    /** What they may have together, in characters. */
    static final int MAX_CHARS = 1024 * 1024;

    /** @param again whether all there is has to be told first */
    record Taken(boolean again, List<String> frames, boolean closed) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final LinkedHashMap<String, String> frames = new LinkedHashMap<>();
    private long chars;
    private boolean again = true;
    private boolean closed;

    void offer(String about, String frame) {
        lock.lock();
        try {
            // What came last is told last, whatever it was before.
            var older = frames.remove(about);
            frames.put(about, frame);
            chars += frame.length() - (older == null ? 0 : older.length());
            if (frames.size() > MAX || chars > MAX_CHARS) {
                forget();
                again = true;
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** All there is has to be told anew. */
    void tellAgain() {
        lock.lock();
        try {
            forget();
            again = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            forget();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void forget() {
        frames.clear();
        chars = 0;
    }

    /** Waits until there is something. */
    Taken take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && !again && frames.isEmpty()) {
                changed.await();
            }
            var taken = new Taken(again, new ArrayList<>(frames.values()), closed);
            forget();
            again = false;
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
