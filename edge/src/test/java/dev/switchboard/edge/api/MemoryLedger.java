package dev.switchboard.edge.api;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What reads of the ledger need, in memory, and the live view of it. Writes are {@link #say}. */
final class MemoryLedger implements Ledger, LiveEvents {
    private final Clock clock;
    private final Map<SessionId, List<Recorded>> sessions = new LinkedHashMap<>();
    private final Map<RunId, RunSummary> runs = new HashMap<>();

    MemoryLedger(Clock clock) {
        this.clock = clock;
    }

    synchronized void say(String session, String text) {
        var events = sessions.computeIfAbsent(new SessionId(session), id -> new ArrayList<>());
        var seq = events.size() + 1;
        events.add(new Recorded(
                seq,
                clock.instant(),
                new RunEvent.UserMessage(session + "-" + seq, "m-" + seq, "terminal-dev", "device-001", null, text)));
        notifyAll();
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

    @Override
    public synchronized boolean exists(SessionId session) {
        return sessions.containsKey(session);
    }

    @Override
    public synchronized List<SessionSummary> sessions(int limit) {
        return sessions.entrySet().stream()
                .map(entry -> new SessionSummary(
                        entry.getKey(),
                        entry.getValue().getFirst().at(),
                        entry.getValue().getLast().at(),
                        entry.getValue().getLast().seq()))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized Optional<RunSummary> run(RunId run) {
        return Optional.ofNullable(runs.get(run));
    }

    @Override
    public Subscription subscribe(SessionId session, long after) {
        return new Reader(session, after);
    }

    private final class Reader implements Subscription {
        private final SessionId session;
        private long cursor;
        private boolean closed;

        Reader(SessionId session, long after) {
            this.session = session;
            this.cursor = after;
        }

        @Override
        public List<Recorded> next(Duration patience) throws InterruptedException {
            synchronized (MemoryLedger.this) {
                var end = System.nanoTime() + patience.toNanos();
                while (!closed && after(session, cursor, 2).isEmpty() && System.nanoTime() < end) {
                    MemoryLedger.this.wait(10);
                }
                var page = closed ? List.<Recorded>of() : after(session, cursor, 2);
                cursor = page.isEmpty() ? cursor : page.getLast().seq();
                return page;
            }
        }

        @Override
        public void close() {
            synchronized (MemoryLedger.this) {
                closed = true;
                MemoryLedger.this.notifyAll();
            }
        }
    }

    @Override
    public Pending start(SessionId session, long messageSeq, RunId run, List<RunEvent> events) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void append(SessionId session, RunId run, List<RunEvent> events) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean finish(SessionId session, long messageSeq, RunId run, List<RunEvent> events) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Recorded> before(SessionId session, long seq, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long lastSeq(SessionId session) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void onCommit(CommitListener listener) {
        throw new UnsupportedOperationException();
    }
}
