package dev.switchboard.client;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** For devices that can keep nothing. Their ids start at the clock's seconds, so that none is used twice. */
public final class MemoryOutbox implements Outbox {
    private final List<Entry> entries = new ArrayList<>();
    private final MessageIds ids;

    public MemoryOutbox(String peerId, Clock clock) {
        this.ids = new MessageIds(peerId, clock, clock.instant().getEpochSecond());
    }

    @Override
    public synchronized Entry add(String text) {
        var entry = new Entry(ids.next(), text, false);
        entries.add(entry);
        return entry;
    }

    @Override
    public synchronized List<Entry> unanswered() {
        return List.copyOf(entries);
    }

    @Override
    public void showing(String id) {
        // Nothing of this outlives the process, so nobody will ask.
    }

    @Override
    public synchronized void done(String id) {
        entries.removeIf(entry -> entry.id().equals(id));
    }

    @Override
    public synchronized Entry renamed(String id) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).id().equals(id)) {
                var renamed = new Entry(ids.nextPastClock(), entries.get(i).text(), false);
                entries.set(i, renamed);
                return renamed;
            }
        }
        throw new IllegalArgumentException("no message " + id);
    }
}
