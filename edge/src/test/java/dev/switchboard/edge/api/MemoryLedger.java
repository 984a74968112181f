package dev.switchboard.edge.api;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What reads of the ledger need, in memory. Writes are {@link #say}. */
public final class MemoryLedger implements Ledger {
    private final Clock clock;
    private final Map<SessionId, List<Recorded>> sessions = new LinkedHashMap<>();
    private final List<CommitListener> listeners = new ArrayList<>();
    private final Map<RunId, RunSummary> runs = new HashMap<>();

    public MemoryLedger(Clock clock) {
        this.clock = clock;
    }

    public synchronized void say(String session, String text) {
        var events = sessions.computeIfAbsent(new SessionId(session), id -> new ArrayList<>());
        var seq = lastSeq(new SessionId(session)) + 1;
        var said = new Recorded(
                seq,
                clock.instant(),
                new RunEvent.UserMessage(session + "-" + seq, "m-" + seq, "terminal-dev", "device-001", null, text),
                text.length());
        events.add(said);
        listeners.forEach(listener -> listener.committed(new SessionId(session), List.of(said)));
    }

    /** Events as one commit; each counts as so large. */
    public synchronized void commit(SessionId session, int size, List<? extends RunEvent> events) {
        var there = sessions.computeIfAbsent(session, _ -> new ArrayList<>());
        var committed = new ArrayList<Recorded>();
        for (var event : events) {
            committed.add(new Recorded(lastSeq(session) + 1, clock.instant(), event, size));
            there.add(committed.getLast());
        }
        listeners.forEach(listener -> listener.committed(session, committed));
    }

    /** Of all that was said only this is left. */
    public synchronized void beginAnew(SessionId session) {
        var events = sessions.computeIfAbsent(session, id -> new ArrayList<>());
        long seq = lastSeq(session) + 1;
        events.clear();
        var begun = new Recorded(
                seq,
                clock.instant(),
                new RunEvent.Received("new-" + seq, null, RunEvent.Received.NEW_SESSION, "reset", null),
                1);
        events.add(begun);
        listeners.forEach(listener -> listener.committed(session, List.of(begun)));
    }

    synchronized void ran(RunSummary run) {
        runs.put(run.run(), run);
    }

    @Override
    public synchronized List<Recorded> after(SessionId session, long seq, int limit) {
        return sessions.getOrDefault(session, List.of()).stream()
                .filter(recorded -> recorded.seq() > seq)
                .limit(limit)
                .toList();
    }

    /** Empty if nobody ever spoke there. */
    synchronized Optional<List<Recorded>> events(SessionId session) {
        return Optional.ofNullable(sessions.get(session)).map(List::copyOf);
    }

    @Override
    public synchronized Optional<RunSummary> run(RunId run) {
        return Optional.ofNullable(runs.get(run));
    }

    @Override
    public Pending start(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void append(SessionEpoch at, RunId run, List<RunEvent> events) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean finish(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events) {
        throw new UnsupportedOperationException();
    }

    @Override
    public synchronized List<Recorded> before(SessionId session, long seq, int limit) {
        return sessions.getOrDefault(session, List.of()).reversed().stream()
                .filter(recorded -> recorded.seq() < seq)
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized long lastSeq(SessionId session) {
        var events = sessions.getOrDefault(session, List.of());
        return events.isEmpty() ? 0 : events.getLast().seq();
    }

    @Override
    public synchronized void onCommit(CommitListener listener) {
        listeners.add(listener);
    }
}
