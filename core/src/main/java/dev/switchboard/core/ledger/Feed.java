package dev.switchboard.core.ledger;

import dev.switchboard.core.identity.SessionId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Everything after a number, then whatever comes: replay and live are the same code. A reader asks for what follows its
 * cursor; what is not in the short tail kept in memory is read from the ledger, so a slow reader costs no memory and
 * misses nothing. Whoever shows what people said takes it from here: the ledger has their own words as
 * they were written, and all else without secrets.
 *
 * <p>Thread: any. The writer adds to the tails of sessions somebody watches; a session nobody watches has none.
 */
public final class Feed {
    /** Events kept in memory for each watched session. */
    private static final int TAIL = 256;
    /** And of how much of them, in characters. */
    private static final int TAIL_SIZE = 256 * 1024;

    private final Ledger ledger;
    private final Masking masking;
    /** Of all tails together. They only save a look at the ledger, so beyond it a tail is let go and nobody is cut. */
    private final long tailsSize;

    private final AtomicLong kept = new AtomicLong();
    private final ConcurrentHashMap<SessionId, Tail> watched = new ConcurrentHashMap<>();

    /** @param masking for what the ledger gives as it was written: a person's own words */
    public Feed(Ledger ledger, Masking masking) {
        this(ledger, masking, Math.min(8L * 1024 * 1024, Runtime.getRuntime().maxMemory() / 64));
    }

    Feed(Ledger ledger, Masking masking, long tailsSize) {
        this.ledger = ledger;
        this.masking = masking;
        this.tailsSize = tailsSize;
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
                letGo(session);
                tail.wake();
            }
        }
    }

    /** Watches a session from the event after {@code after}. */
    public Subscription subscribe(SessionId session, long after) {
        var tail = watched.compute(session, (_, held) -> (held == null ? new Tail() : held).retain());
        try {
            // The tail hears commits from now on; what was committed before is found by this look at the ledger.
            tail.reached(ledger.lastSeq(session));
            return new Subscription(session, tail, after);
        } catch (RuntimeException | Error e) {
            letGo(session);
            throw e;
        }
    }

    private void letGo(SessionId session) {
        watched.computeIfPresent(session, (_, held) -> held.release() ? null : held);
    }

    /** How many sessions somebody watches. */
    int watched() {
        return watched.size();
    }

    /** What all tails hold, in characters. */
    long kept() {
        return kept.get();
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
    private final class Tail {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition grown = lock.newCondition();
        private final ArrayDeque<Recorded> events = new ArrayDeque<>();
        private long size;
        private long last;
        private int readers;
        /** A commit that was on its way here is not kept for nobody. */
        private boolean abandoned;

        /** Called under the map's lock, as is {@link #release}. */
        Tail retain() {
            readers++;
            return this;
        }

        boolean release() {
            if (--readers > 0) {
                return false;
            }
            lock.lock();
            try {
                forget();
                abandoned = true;
            } finally {
                lock.unlock();
            }
            return true;
        }

        void add(List<Recorded> added) {
            lock.lock();
            try {
                if (!abandoned) {
                    added.forEach(this::keep);
                }
                last = Math.max(last, added.getLast().seq());
                grown.signalAll();
            } finally {
                lock.unlock();
            }
        }

        private void keep(Recorded event) {
            if (event.event() instanceof RunEvent.Received received
                    && received.subtype().equals(RunEvent.Received.NEW_SESSION)) {
                // Nobody is shown from here what the ledger no longer has.
                forget();
            }
            events.addLast(event);
            grow(event.size());
            while (events.size() > TAIL || size > TAIL_SIZE) {
                grow(-events.removeFirst().size());
            }
            if (kept.get() > tailsSize) {
                forget();
            }
        }

        private void forget() {
            events.clear();
            grow(-size);
        }

        private void grow(long more) {
            size += more;
            kept.addAndGet(more);
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
