package dev.switchboard.store;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger.CommitListener;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the listeners what was committed, before the callers who wait for the commit go on.
 *
 * <p>Thread: {@code listen} from anywhere; all else on the writer's.
 */
final class Commits implements Participant {
    private static final Logger log = LoggerFactory.getLogger(Commits.class);

    private record Told(SessionId session, List<Recorded> events) {}

    private final List<CommitListener> listeners = new CopyOnWriteArrayList<>();
    private final List<Told> untold = new ArrayList<>();

    void listen(CommitListener listener) {
        listeners.add(listener);
    }

    /** @param size of all these events as JSON */
    void add(SessionId session, long firstSeq, Instant at, List<? extends RunEvent> events, int size) {
        if (listeners.isEmpty()) {
            return;
        }
        var recorded = new ArrayList<Recorded>(events.size());
        for (int i = 0; i < events.size(); i++) {
            recorded.add(new Recorded(firstSeq + i, at, events.get(i), size / events.size()));
        }
        untold.add(new Told(session, List.copyOf(recorded)));
    }

    @Override
    public void committed() {
        for (var told : untold) {
            for (var listener : listeners) {
                tell(listener, told);
            }
        }
        untold.clear();
    }

    private static void tell(CommitListener listener, Told told) {
        try {
            listener.committed(told.session(), told.events());
        } catch (RuntimeException e) {
            log.atError()
                    .addKeyValue("session", told.session().value())
                    .setCause(e)
                    .log("a commit listener failed and was skipped");
        }
    }

    @Override
    public void rolledBack() {
        untold.clear();
    }
}
