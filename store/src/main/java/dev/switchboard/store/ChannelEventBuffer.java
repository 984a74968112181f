package dev.switchboard.store;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Channel events on their way into a commit, where all events of a channel share a row. They join one every
 * {@link #HOLD}: with each commit they would make everyone wait for a few pages more.
 *
 * <p>The log is worth less than the messages it is about: when the disk fails for long, its oldest events go first.
 *
 * <p>Thread: {@code add} from anywhere; all else on the writer's.
 */
final class ChannelEventBuffer implements Participant {
    private static final Logger log = LoggerFactory.getLogger(ChannelEventBuffer.class);
    static final Duration HOLD = Duration.ofMillis(50);
    private static final int MAX_WAITING = 65_536;
    private static final int MAX_IN_ROW = 500;
    private static final String APPEND = "INSERT INTO channel_event (channel_id, at, events, body) VALUES (?, ?, ?, ?)";

    private record Encoded(String channelId, long at, String json) {}

    /** A row in the making. */
    private static final class Row {
        private final StringBuilder body = new StringBuilder();
        private long at;
        private int events;

        private void add(Encoded event) {
            body.append(events == 0 ? '[' : ',').append(event.json());
            at = event.at();
            events++;
        }
    }

    private final ArrayDeque<Encoded> waiting = new ArrayDeque<>();
    private final List<Encoded> taken = new ArrayList<>();
    private long dropped;
    /** Whether the writer knows that something waits, and since when it does. */
    private boolean told;

    private long toldAt;
    /** Whether some are in a transaction that is not over: nobody finds them in here, nor in the table. */
    private boolean underWay;

    private boolean closing;

    /** True if the writer has to be told: someone who came before has told it otherwise. */
    boolean add(String channelId, long at, String json) {
        synchronized (waiting) {
            if (waiting.size() >= MAX_WAITING) {
                waiting.remove();
                dropped++;
            }
            waiting.add(new Encoded(channelId, at, json));
            if (told) {
                return false;
            }
            told = true;
            toldAt = System.nanoTime();
            return true;
        }
    }

    /** Lets what waits join the next commit. False if nothing does and all else is in the table. */
    boolean hurry() {
        synchronized (waiting) {
            toldAt = System.nanoTime() - HOLD.toNanos();
            return underWay || !waiting.isEmpty();
        }
    }

    @Override
    public void beforeCommit(Statements sql) throws SQLException {
        synchronized (waiting) {
            if (told && !closing && System.nanoTime() - toldAt < HOLD.toNanos()) {
                return;
            }
            taken.addAll(waiting);
            underWay = !taken.isEmpty();
            waiting.clear();
            told = false;
        }
        var rows = new LinkedHashMap<String, Row>();
        for (var event : taken) {
            var row = rows.computeIfAbsent(event.channelId(), channel -> new Row());
            row.add(event);
            if (row.events == MAX_IN_ROW) {
                insert(sql, event.channelId(), row);
                rows.remove(event.channelId());
            }
        }
        for (var entry : rows.entrySet()) {
            insert(sql, entry.getKey(), entry.getValue());
        }
    }

    private static void insert(Statements sql, String channelId, Row row) throws SQLException {
        sql.update(APPEND, channelId, row.at, row.events, row.body.append(']').toString());
    }

    @Override
    public void committed() {
        taken.clear();
        synchronized (waiting) {
            underWay = false;
            if (dropped > 0) {
                log.warn("{} channel events were dropped while the store could not be written", dropped);
                dropped = 0;
            }
        }
    }

    /** They join the next commit instead. */
    @Override
    public void rolledBack() {
        synchronized (waiting) {
            underWay = false;
            for (int i = taken.size() - 1; i >= 0; i--) {
                if (waiting.size() >= MAX_WAITING) {
                    dropped++;
                } else {
                    waiting.addFirst(taken.get(i));
                }
            }
        }
        taken.clear();
    }

    @Override
    public void closing() {
        synchronized (waiting) {
            closing = true;
        }
    }

    @Override
    public void giveUp() {
        synchronized (waiting) {
            dropped += waiting.size();
            waiting.clear();
        }
    }
}
