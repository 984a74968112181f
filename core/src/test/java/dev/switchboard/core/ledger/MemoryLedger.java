package dev.switchboard.core.ledger;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A ledger for tests of what reads one; durable ones are tested by their contract. */
public final class MemoryLedger implements Ledger {
    private final ConcurrentHashMap<SessionId, List<Recorded>> sessions = new ConcurrentHashMap<>();
    private final List<CommitListener> listeners = new CopyOnWriteArrayList<>();
    public volatile int reads;
    /** As when its file cannot be read. */
    public volatile boolean isBroken;

    public void add(SessionId session, RunEvent... events) {
        var list = sessions.computeIfAbsent(session, _ -> new ArrayList<>());
        synchronized (list) {
            var added = new ArrayList<Recorded>();
            for (var event : events) {
                added.add(new Recorded(list.size() + added.size() + 1L, Instant.EPOCH, event, size(event)));
            }
            list.addAll(added);
            listeners.forEach(listener -> listener.committed(session, added));
        }
    }

    private static int size(RunEvent event) {
        return event instanceof RunEvent.UserMessage message ? message.text().length() : 0;
    }

    @Override
    public Pending start(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events) {
        append(at, run, events);
        return () -> {};
    }

    @Override
    public void append(SessionEpoch at, RunId run, List<RunEvent> events) {
        add(at.session(), events.toArray(RunEvent[]::new));
    }

    @Override
    public boolean finish(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events) {
        append(at, run, events);
        return true;
    }

    @Override
    public synchronized List<Recorded> after(SessionId session, long seq, int limit) {
        reads++;
        return copy(session).stream()
                .filter(recorded -> recorded.seq() > seq)
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized List<Recorded> before(SessionId session, long seq, int limit) {
        reads++;
        return copy(session).reversed().stream()
                .filter(recorded -> recorded.seq() < seq)
                .limit(limit)
                .toList();
    }

    @Override
    public long lastSeq(SessionId session) {
        if (isBroken) {
            throw new IllegalStateException("the ledger cannot be read");
        }
        return copy(session).size();
    }

    @Override
    public Optional<RunSummary> run(RunId run) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void onCommit(CommitListener listener) {
        listeners.add(listener);
    }

    private List<Recorded> copy(SessionId session) {
        var list = sessions.getOrDefault(session, List.of());
        synchronized (list) {
            return List.copyOf(list);
        }
    }
}
