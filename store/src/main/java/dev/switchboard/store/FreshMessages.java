package dev.switchboard.store;

import dev.switchboard.core.channel.Inbox.Waiting;
import dev.switchboard.core.identity.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The message a session has just been given while nothing else waited in it. Its loop asks for it within the
 * millisecond, and most of the time this saves the question to the database. Each is given out once and forgotten at the
 * first change in its session; what is not in here is in the tables.
 *
 * <p>Thread: {@code take} from anywhere; all else on the writer's.
 */
final class FreshMessages implements Participant {
    private static final int MAX_KEPT = 256;

    private record Change(SessionId session, @Nullable Waiting alone) {}

    private final ConcurrentHashMap<SessionId, Waiting> kept = new ConcurrentHashMap<>();
    private final List<Change> uncommitted = new ArrayList<>();

    @Nullable
    Waiting take(SessionId session) {
        return kept.remove(session);
    }

    /** Only this message waits in its session. */
    void alone(SessionId session, Waiting message) {
        uncommitted.add(new Change(session, message));
    }

    /** Something else has happened in the session. */
    void changed(SessionId session) {
        kept.remove(session);
        uncommitted.add(new Change(session, null));
    }

    @Override
    public void committed() {
        for (var change : uncommitted) {
            if (change.alone() == null) {
                kept.remove(change.session());
            } else if (kept.size() < MAX_KEPT) {
                kept.put(change.session(), change.alone());
            }
        }
        uncommitted.clear();
    }

    @Override
    public void rolledBack() {
        uncommitted.clear();
    }
}
