package dev.switchboard.client;

import dev.switchboard.client.Journal.Line;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** An outbox in a file, so that neither a crash nor a power cut loses a word or uses an id twice. */
public final class FileOutbox implements Outbox, AutoCloseable {
    private static final String COUNTER = "counter";
    private static final String SAID = "said";
    private static final String SHOWING = "showing";
    private static final String DONE = "done";
    private static final String RENAMED = "renamed";

    /** Longer files are written anew without what is done with. */
    private static final long LONG_FILE = 64 * 1024;

    private final List<Entry> entries = new ArrayList<>();
    private final Journal journal;
    private final MessageIds ids;
    private long textChars;

    /**
     * Opens or makes the file. Only one process may have it open; {@link DeviceFolder} sees to that.
     *
     * @throws java.io.UncheckedIOException if it cannot be read or written, with a sentence for a person
     */
    public FileOutbox(Path file, String peerId, Clock clock) {
        this.journal = Journal.open(file);
        long last = 0;
        for (var line : journal.found()) {
            if (line.last() != null) {
                last = Math.max(last, line.last());
            }
            replay(line);
        }
        this.ids = new MessageIds(peerId, clock, last);
        compact();
    }

    private void replay(Line line) {
        var id = String.valueOf(line.id());
        switch (line.op()) {
            case SAID -> keep(new Entry(id, String.valueOf(line.text()), false));
            case SHOWING -> replace(id, new Entry(id, find(id).text(), true));
            case DONE -> drop(id);
            case RENAMED -> replace(id, new Entry(String.valueOf(line.text()), find(id).text(), false));
            default -> {
                // The counter, or a line of a later version.
            }
        }
    }

    @Override
    public synchronized Entry add(String text) {
        var entry = new Entry(ids.next(), text, false);
        journal.append(new Line(SAID, entry.id(), text, ids.last()));
        keep(entry);
        return entry;
    }

    @Override
    public synchronized List<Entry> unanswered() {
        return List.copyOf(entries);
    }

    @Override
    public synchronized void showing(String id) {
        journal.append(new Line(SHOWING, id, null, null));
    }

    @Override
    public synchronized void done(String id) {
        journal.append(new Line(DONE, id, null, null));
        drop(id);
        if (journal.size() > LONG_FILE + 4 * textChars) {
            compact();
        }
    }

    @Override
    public synchronized Entry renamed(String id) {
        var renamed = new Entry(ids.nextPastClock(), find(id).text(), false);
        journal.append(new Line(RENAMED, id, renamed.id(), ids.last()));
        replace(id, renamed);
        return renamed;
    }

    @Override
    public synchronized void close() {
        journal.close();
    }

    private void keep(Entry entry) {
        entries.add(entry);
        textChars += entry.text().length();
    }

    private void drop(String id) {
        if (entries.removeIf(entry -> entry.id().equals(id))) {
            textChars =
                    entries.stream().mapToLong(entry -> entry.text().length()).sum();
        }
    }

    private Entry find(String id) {
        return entries.stream()
                .filter(entry -> entry.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no message " + id));
    }

    private void replace(String id, Entry entry) {
        entries.replaceAll(old -> old.id().equals(id) ? entry : old);
    }

    private void compact() {
        var lines = new ArrayList<Line>();
        lines.add(new Line(COUNTER, null, null, ids.last()));
        for (var entry : entries) {
            lines.add(new Line(SAID, entry.id(), entry.text(), null));
            if (entry.maybeShown()) {
                lines.add(new Line(SHOWING, entry.id(), null, null));
            }
        }
        journal.replace(lines);
    }
}
