package dev.switchboard.store;

import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.channel.ChannelEventLog;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.json.Json;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What channels did. A page holds at most {@link Ledger#MAX_PAGE} events. */
final class SqlChannelEventLog implements ChannelEventLog {
    private static final Logger log = LoggerFactory.getLogger(SqlChannelEventLog.class);

    /** Rows removed in one transaction: other writers wait meanwhile. */
    private static final int STEP = 200;

    static final String LATEST = "SELECT events, body FROM channel_event WHERE channel_id = ? ORDER BY id DESC LIMIT ?";
    static final String LAST_AT = "SELECT at FROM channel_event WHERE channel_id = ? ORDER BY id DESC LIMIT 1";
    private static final String CHANNELS = "SELECT DISTINCT channel_id FROM channel_event";
    static final String NEWEST_FIRST = "SELECT id, at, events FROM channel_event WHERE channel_id = ? ORDER BY id DESC";
    static final String REMOVE = """
        DELETE FROM channel_event WHERE id IN
        (SELECT id FROM channel_event WHERE channel_id = ? AND id <= ? ORDER BY id LIMIT ?)\
        """;

    static final String SESSION_ID = "SELECT session_id FROM session WHERE id = ?";
    static final String FOLLOWING = "SELECT id, channel_id, body FROM channel_event WHERE id > ? ORDER BY id LIMIT ?";
    static final String OF_BEFORE =
            "SELECT 1 FROM message WHERE session = ? AND seq <= ? AND peer_id = ? AND message_id = ? LIMIT 1";
    static final String REWRITE = "UPDATE channel_event SET body = ? WHERE id = ?";

    private record Row(long id, String channelId, String body) {}

    private final Writer writer;
    private final Readers readers;
    private final ChannelEventBuffer buffer;
    private final Clock clock;
    private final Masking masking;
    private final Duration age;
    private final int kept;

    SqlChannelEventLog(
            Writer writer,
            Readers readers,
            ChannelEventBuffer buffer,
            Clock clock,
            Masking masking,
            StoreSettings settings) {
        this.writer = writer;
        this.readers = readers;
        this.buffer = buffer;
        this.clock = clock;
        this.masking = masking;
        this.age = settings.channelEventAge();
        this.kept = settings.channelEventsKept();
    }

    @Override
    public void append(ChannelEvent event) {
        // Nobody goes on from a preview, so it is kept as it is shown.
        var shown = event.masked(masking);
        if (buffer.add(event.channelId(), Times.nanos(event.at()), ChannelEventWriter.write(shown))) {
            writer.nudgeAfter(ChannelEventBuffer.HOLD);
        }
    }

    @Override
    public List<ChannelEvent> latest(String channelId, int limit) {
        writeOut();
        int page = Math.clamp(limit, 0, Ledger.MAX_PAGE);
        var newestFirst = new ArrayList<ChannelEvent>();
        for (var body : readers.call(sql -> bodies(sql, channelId, page))) {
            newestFirst.addAll(ChannelEventJson.decode(channelId, body).reversed());
        }
        var latest = new ArrayList<>(newestFirst.subList(0, Math.min(page, newestFirst.size())));
        Collections.reverse(latest);
        return latest;
    }

    /** Whoever asks is told what has happened until then. */
    private void writeOut() {
        if (buffer.hurry()) {
            try {
                writer.call(sql -> true);
            } catch (SwitchboardException e) {
                log.debug("channel events wait for the store: {}", e.getMessage());
            }
        }
    }

    private static List<String> bodies(Statements sql, String channelId, int limit) throws SQLException {
        var bodies = new ArrayList<String>();
        int events = 0;
        try (var rows = sql.query(LATEST, channelId, limit)) {
            while (events < limit && rows.next()) {
                events += rows.getInt(1);
                bodies.add(rows.getString(2));
            }
        }
        return bodies;
    }

    @Override
    public Optional<Instant> lastEventAt(String channelId) {
        writeOut();
        return readers.call(sql -> sql.first(LAST_AT, row -> Times.instant(row.getLong(1)), channelId));
    }

    /**
     * Takes out what was said in this session up to this number; that something happened stays on record.
     *
     * @param session its row
     * @param at when it was begun anew: what a channel did until then was for what came before
     * @return in how many rows there was something to take out
     */
    int forget(long session, long mark, long at) {
        writeOut();
        var id = readers.call(sql -> sql.first(SESSION_ID, row -> row.getString(1), session))
                .orElseThrow();
        var named = Json.mapper().writeValueAsString(id);
        int changed = 0;
        long last = 0;
        while (true) {
            long from = last;
            var rows = readers.call(sql -> sql.list(
                    FOLLOWING, row -> new Row(row.getLong(1), row.getString(2), row.getString(3)), from, STEP));
            if (rows.isEmpty()) {
                return changed;
            }
            for (var row : rows) {
                if (row.body().contains(named) && forget(row, session, new SessionId(id), mark, Times.instant(at))) {
                    changed++;
                }
            }
            last = rows.getLast().id();
        }
    }

    private boolean forget(Row row, long session, SessionId id, long mark, Instant at) {
        boolean changed = false;
        var events = new ArrayList<String>();
        for (var event : ChannelEventJson.decode(row.channelId(), row.body())) {
            boolean goes = event.preview() != null
                    && id.equals(event.session())
                    && (!event.at().isAfter(at) || isOfBefore(session, mark, event));
            changed |= goes;
            events.add(ChannelEventWriter.write(goes ? event.withoutPreview() : event));
        }
        if (changed) {
            var body = "[" + String.join(",", events) + "]";
            writer.call(sql -> sql.update(REWRITE, body, row.id()));
        }
        return changed;
    }

    private boolean isOfBefore(long session, long mark, ChannelEvent event) {
        return readers.call(sql -> sql.first(OF_BEFORE, _ -> true, session, mark, event.peerId(), event.messageId()))
                .isPresent();
    }

    /** Removes what is too old or too much, row by row in small steps. Called by the keeper, now and then. */
    void forgetOldEvents() {
        long horizon = Times.nanos(clock.instant().minus(age));
        for (var channelId : readers.call(sql -> sql.list(CHANNELS, row -> row.getString(1)))) {
            var last = readers.call(sql -> lastToForget(sql, channelId, horizon));
            last.ifPresent(id -> forgetUpTo(channelId, id));
        }
    }

    /** Each step is a transaction, so that messages pass between two of them. */
    private void forgetUpTo(String channelId, long id) {
        int removed;
        do {
            removed = writer.call(sql -> sql.update(REMOVE, channelId, id, STEP));
        } while (removed == STEP);
    }

    /** Walks from the newest row back to where the log ends; the index alone answers that. */
    private Optional<Long> lastToForget(Statements sql, String channelId, long horizon) throws SQLException {
        long events = 0;
        try (var rows = sql.query(NEWEST_FIRST, channelId)) {
            while (rows.next()) {
                events += rows.getInt(3);
                if (events > kept || rows.getLong(2) < horizon) {
                    return Optional.of(rows.getLong(1));
                }
            }
        }
        return Optional.empty();
    }
}
