package dev.switchboard.core.ledger;

import dev.switchboard.core.identity.SessionId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Everything after a number, then whatever comes: replay and live are the same code. A reader asks for what follows its
 * cursor; what is not in the short tail kept in memory is read from the ledger, so a slow reader costs no memory and
 * misses nothing. Whoever shows events takes them from here: nobody else masks what people said.
 *
 * <p>Thread: any. The writer adds to the tails of sessions somebody watches; a session nobody watches has none.
 */
public final class Feed {
    /** Events kept in memory for each watched session. */
    private static final int TAIL = 256;

    private final Ledger ledger;
    private final Masking masking;
    private final ConcurrentHashMap<SessionId, Tail> watched = new ConcurrentHashMap<>();

    /** @param masking for what is recorded as it was written: a person's own words, and events of older gateways */
    public Feed(Ledger ledger, Masking masking) {
        this.ledger = ledger;
        this.masking = masking;
        ledger.onCommit(this::committed);
    }

    /** One reader's place in one session. Thread: one reads; any closes. */
    public final class Subscription implements AutoCloseable {
        private final SessionId session;
        private final Tail tail;
        private final AtomicBoolean closed = new AtomicBoolean();
        private final AtomicBoolean nudged = new AtomicBoolean();
        private long cursor;

        private Subscription(SessionId session, Tail tail, long cursor) {
            this.session = session;
            this.tail = tail;
            this.cursor = cursor;
        }

        /**
         * The next events, at most a page; empty if none came within {@code patience}, and at once when closed or
         * nudged.
         */
        public List<Recorded> next(Duration patience) throws InterruptedException {
            if (!tail.awaitBeyond(cursor, patience, closed, nudged)) {
                return List.of();
            }
            var events = tail.after(cursor);
            if (events.isEmpty()) {
                events = ledger.after(session, cursor, Ledger.MAX_PAGE);
            }
            if (!events.isEmpty()) {
                cursor = events.getLast().seq();
            }
            return masked(events);
        }

        /** Lets whoever waits in {@link #next}, or comes there next, return at once. */
        public void nudge() {
            nudged.set(true);
            tail.wake();
        }

        /** The number of the newest event there is; what follows is not committed yet. */
        public long reached() {
            return tail.reached();
        }

        /** Wakes whoever waits in {@link #next}. */
        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                watched.computeIfPresent(session, (_, held) -> held.release() ? null : held);
                tail.wake();
            }
        }
    }

    /** Watches a session from the event after {@code after}. */
    public Subscription subscribe(SessionId session, long after) {
        var tail = watched.compute(session, (_, held) -> (held == null ? new Tail() : held).retain());
        // The tail hears commits from now on; what was committed before is found by this look at the ledger.
        tail.reached(ledger.lastSeq(session));
        return new Subscription(session, tail, after);
    }

    /** What there is after this number, oldest first, at most a page. */
    public List<Recorded> after(SessionId session, long seq, int limit) {
        return masked(ledger.after(session, seq, limit));
    }

    private List<Recorded> masked(List<Recorded> events) {
        return events.stream().map(masking::mask).toList();
    }

    private void committed(SessionId session, List<Recorded> events) {
        var tail = watched.get(session);
        if (tail != null) {
            tail.add(events);
        }
    }

    /** The newest events of a session and how far it has come. */
    private static final class Tail {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition grown = lock.newCondition();
        private final ArrayDeque<Recorded> events = new ArrayDeque<>();
        private long last;
        private int readers;

        /** Called under the map's lock, as is {@link #release}. */
        Tail retain() {
            readers++;
            return this;
        }

        boolean release() {
            return --readers == 0;
        }

        void add(List<Recorded> added) {
            lock.lock();
            try {
                events.addAll(added);
                while (events.size() > TAIL) {
                    events.removeFirst();
                }
                last = Math.max(last, added.getLast().seq());
                grown.signalAll();
            } finally {
                lock.unlock();
            }
        }

        void reached(long seq) {
            lock.lock();
            try {
                last = Math.max(last, seq);
                grown.signalAll();
            } finally {
                lock.unlock();
            }
        }

        void wake() {
            reached(0);
        }

        long reached() {
            lock.lock();
            try {
                return last;
            } finally {
                lock.unlock();
            }
        }

        boolean awaitBeyond(long cursor, Duration patience, AtomicBoolean closed, AtomicBoolean nudged)
                throws InterruptedException {
            var left = patience.toNanos();
            lock.lockInterruptibly();
            try {
                while (last <= cursor || closed.get()) {
                    if (left <= 0 || closed.get() || nudged.getAndSet(false)) {
                        return false;
                    }
                    left = grown.awaitNanos(left);
                }
                return true;
            } finally {
                lock.unlock();
            }
        }

        /** What follows the cursor, if the tail reaches back that far; else nothing. */
        List<Recorded> after(long cursor) {
            lock.lock();
            try {
                if (events.isEmpty() || events.getFirst().seq() > cursor + 1) {
                    return List.of();
                }
                var following = new ArrayList<Recorded>();
                for (var event : events) {
                    if (event.seq() > cursor) {
                        following.add(event);
                    }
                }
                return following;
            } finally {
                lock.unlock();
            }
        }
    }
}
