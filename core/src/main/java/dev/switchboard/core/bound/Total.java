package dev.switchboard.core.bound;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all parts of one kind may hold in memory together. Nobody waits for it: when it is exceeded, the user who holds
 * most loses the largest of its parts, then the next, until the total is met, whoever it was that asked for more.
 *
 * <p>A part that was cut no longer counts for the decision, though its bytes are here until its owner has let go.
 *
 * <p>Thread: any. {@code cut} is called on the thread that went beyond the total: it must be quick and not block, and
 * whatever it locks, nobody may hold while calling {@link Part#holds}.
 */
public final class Total {
    private static final Logger log = LoggerFactory.getLogger(Total.class);

    /** Cut so much further than needed: the next byte would otherwise cost another look at all parts. */
    private static final int SLACK = 32;

    private final String name;
    private final long limit;
    /** The parts that hold anything: an idle connection costs nothing here. */
    private final Set<Part> parts = ConcurrentHashMap.newKeySet();

    /** Of the parts that were not cut. */
    private final AtomicLong counted = new AtomicLong();
    /** Of all parts. */
    private final AtomicLong held = new AtomicLong();

    private final LongAdder cuts = new LongAdder();
    private final ReentrantLock cutting = new ReentrantLock();
    private volatile boolean said;
    /** Changed under {@link #cutting}, as the rest of what {@link #say} does. */
    private long quietUntil = System.nanoTime();

    public Total(String name, long limit) {
        this.name = name;
        this.limit = limit;
    }

    /** The smaller of a figure and a share of the heap, one {@code share}-th of it. */
    public static Total ofHeap(String name, long figure, int share) {
        return new Total(name, Math.min(figure, Runtime.getRuntime().maxMemory() / share));
    }

    /** What one connection or call holds. Thread: any, and the last word counts; {@code cut} comes from any too. */
    public final class Part implements AutoCloseable {
        private final Runnable onCut;
        private volatile String user;
        // Guarded by this.
        private long bytes;
        private boolean cut;

        private Part(String user, Runnable onCut) {
            this.user = user;
            this.onCut = onCut;
        }

        /** It belongs to somebody else from now on: who was an address has said who it is. */
        public void belongsTo(String other) {
            user = other;
        }

        /** It holds so many bytes now. False if it was cut, before or by this: what it holds is to be let go. */
        public boolean holds(long now) {
            synchronized (this) {
                if (now == bytes) {
                    return !cut;
                }
                long more = now - bytes;
                if (bytes == 0) {
                    parts.add(this);
                } else if (now == 0) {
                    parts.remove(this);
                }
                bytes = now;
                held.addAndGet(more);
                if (cut) {
                    return false;
                }
                if (counted.addAndGet(more) <= limit || more < 0) {
                    rest();
                    return true;
                }
            }
            meet();
            synchronized (this) {
                return !cut;
            }
        }

        /** Nothing is held any more. */
        @Override
        public void close() {
            holds(0);
        }

        private synchronized long size() {
            return cut ? 0 : bytes;
        }

        private boolean cutNow() {
            synchronized (this) {
                if (cut || bytes == 0) {
                    return false;
                }
                cut = true;
                counted.addAndGet(-bytes);
            }
            cuts.increment();
            try {
                onCut.run();
            } catch (RuntimeException | Error e) {
                log.atError().setCause(e).log("{}: one who holds too much could not be told", name);
            }
            return true;
        }
    }

    /** @param cut lets the part go and says so to whoever it belongs to; called once at most */
    public Part part(String user, Runnable cut) {
        return new Part(user, cut);
    }

    public String name() {
        return name;
    }

    public long limit() {
        return limit;
    }

    /** Bytes in memory, those of cut parts included. */
    public long held() {
        return held.get();
    }

    /** How many parts were cut since the start. */
    public long cuts() {
        return cuts.sum();
    }

    private void meet() {
        cutting.lock();
        try {
            while (counted.get() > limit) {
                if (!cutDownTo(limit - limit / SLACK)) {
                    return; // somebody let go meanwhile
                }
            }
        } finally {
            cutting.unlock();
        }
    }

    /** By one look at all parts; false if there was nothing to cut. */
    private boolean cutDownTo(long target) {
        var users = users();
        boolean cutAny = false;
        while (counted.get() > target && !users.isEmpty()) {
            var most = users.stream()
                    .max(Comparator.comparingLong(user -> user.sum))
                    .orElseThrow();
            var largest = most.parts.removeFirst();
            most.sum -= largest.size();
            if (most.parts.isEmpty()) {
                users.remove(most);
            }
            if (largest.part().cutNow()) {
                say(largest.part().user);
                cutAny = true;
            }
        }
        return cutAny;
    }

    private record Sized(Part part, long size) {}

    /** What one user holds, the largest part first. */
    private static final class User {
        final ArrayDeque<Sized> parts;
        long sum;

        User(List<Sized> parts) {
            parts.sort(Comparator.comparingLong(Sized::size).reversed());
            this.parts = new ArrayDeque<>(parts);
            this.sum = parts.stream().mapToLong(Sized::size).sum();
        }
    }

    private Collection<User> users() {
        Map<String, List<Sized>> byUser = new HashMap<>();
        for (var part : parts) {
            long size = part.size();
            if (size > 0) {
                byUser.computeIfAbsent(part.user, _ -> new ArrayList<>()).add(new Sized(part, size));
            }
        }
        var users = new ArrayList<User>();
        byUser.values().forEach(parts -> users.add(new User(parts)));
        return users;
    }

    /** Once until it was well met again, and once a minute: an attack must not fill the log too. */
    private void say(String user) {
        if (!said && System.nanoTime() - quietUntil >= 0) {
            said = true;
            quietUntil = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            log.atWarn()
                    .addKeyValue("user", user)
                    .log("{}: more than {} MiB in all, who holds most is cut", name, limit >> 20);
        }
    }

    private void rest() {
        if (said && counted.get() < limit / 2) {
            said = false;
        }
    }
}
