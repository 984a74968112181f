package dev.switchboard.store;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Remembers which sessions changed; what they are now is read when somebody asks. */
final class ChangedSessions implements Sessions.Watch {
    private static final Sessions.Upserts NOTHING = new Sessions.Upserts(List.of(), List.of(), false);

    private final SqlSessions sessions;
    private final Set<SessionKind> kinds;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private LinkedHashSet<SessionId> changed = new LinkedHashSet<>();
    private boolean missed;
    private boolean closed;

    ChangedSessions(SqlSessions sessions, Set<SessionKind> kinds) {
        this.sessions = sessions;
        this.kinds = Set.copyOf(kinds);
    }

    /** Thread: the writer's; waits for nobody. */
    void changed(SessionId session) {
        lock.lock();
        try {
            if (missed) {
                return;
            }
            changed.add(session);
            if (changed.size() > MAX_REMEMBERED) {
                missed = true;
                changed.clear();
            }
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Sessions.Upserts await(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            var ids = next(deadline);
            if (ids == null) {
                return NOTHING;
            }
            if (ids.isEmpty()) {
                return new Sessions.Upserts(List.of(), List.of(), true);
            }
            var upserts = read(ids);
            if (!upserts.isEmpty()) {
                return upserts;
            }
        }
    }

    /** Null when there is nothing; none when there was too much. */
    private @Nullable Set<SessionId> next(long deadline) throws InterruptedException {
        lock.lock();
        try {
            while (changed.isEmpty() && !missed && !closed) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return null;
                }
                news.awaitNanos(left);
            }
            if (closed) {
                return null;
            }
            var taken = changed;
            changed = new LinkedHashSet<>();
            missed = false;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private Sessions.Upserts read(Set<SessionId> ids) {
        var found = new ArrayList<Session>();
        var gone = new ArrayList<SessionId>();
        for (var id : ids) {
            sessions.find(id)
                    .ifPresentOrElse(
                            session -> {
                                if (kinds.contains(session.kind())) {
                                    found.add(session);
                                }
                            },
                            () -> gone.add(id));
        }
        return new Sessions.Upserts(found, gone, false);
    }

    @Override
    public void close() {
        sessions.unwatch(this);
        lock.lock();
        try {
            closed = true;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
