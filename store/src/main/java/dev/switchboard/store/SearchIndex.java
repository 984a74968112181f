package dev.switchboard.store;

import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.session.Search.Who;
import dev.switchboard.json.text.Shortened;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fills the index of what was said, from its mark on, in batches: read, masked as it is shown, and written together with
 * the mark. Messages and appends are merged by time, so that what was said later lies behind.
 *
 * <p>Thread: the follower's.
 */
final class SearchIndex {
    static final String MARK = "SELECT message, ledger FROM mark WHERE name = 'search'";
    static final String MESSAGES =
            "SELECT id, session, seq, accepted_at, CASE WHEN format IS NULL THEN text END FROM message WHERE id > ?"
                    + " ORDER BY id LIMIT ?";
    static final String APPENDS = "SELECT id, session, seq, at, body FROM ledger WHERE id > ? ORDER BY id LIMIT ?";
    static final String LAST = "SELECT coalesce(max(id), 0) FROM said";
    // A session may have been begun anew since its events were read.
    static final String SAY = """
        INSERT INTO said (id, session, seq, at, who, text)
        SELECT ?, s.id, ?, ?, ?, ? FROM session s WHERE s.id = ? AND s.low_water < ?
        ON CONFLICT (session, seq) DO NOTHING\
        """;
    static final String WORDS = "INSERT INTO said_words (rowid, text) VALUES (?, ?)";
    static final String MOVE = "UPDATE mark SET message = ?, ledger = ? WHERE name = 'search'";

    /** Rows of each table in one batch: the writer has other work. */
    private static final int AT_ONCE = 64;

    /** A batch ends after so much text, in characters. */
    private static final int LARGE = 512 * 1024;

    /** What of one event is looked for; events show no more of a result. */
    private static final int MAX_TEXT = 16 * 1024;

    /** A row as it was read; {@code text} is a message's, {@code body} an append's. */
    private record Source(
            long id,
            long session,
            long seq,
            long at,
            @Nullable String text,
            @Nullable String body) {
        int size() {
            return (text == null ? 0 : text.length()) + (body == null ? 0 : body.length());
        }
    }

    private record Mark(long message, long ledger) {}

    /** @param full whether there may be more behind them */
    private record Batch(List<Source> rows, boolean full) {
        long until() {
            return full ? rows.getLast().at() : Long.MAX_VALUE;
        }
    }

    private record Said(long session, long seq, long at, Who who, String text) {}

    private final Writer writer;
    private final Readers readers;
    private final Masking masking;

    SearchIndex(Writer writer, Readers readers, Masking masking) {
        this.writer = writer;
        this.readers = readers;
        this.masking = masking;
    }

    /** Takes the next batch; false when there was nothing to take. */
    boolean fill() {
        var mark = readers.call(sql ->
                sql.first(MARK, row -> new Mark(row.getLong(1), row.getLong(2))).orElseThrow());
        var messages = readers.call(sql -> batch(sql, MESSAGES, mark.message(), SearchIndex::message));
        var appends = readers.call(sql -> batch(sql, APPENDS, mark.ledger(), SearchIndex::append));
        if (messages.rows().isEmpty() && appends.rows().isEmpty()) {
            return false;
        }
        long until = Math.min(messages.until(), appends.until());
        var said = new ArrayList<Said>();
        long message = take(messages, until, mark.message(), said);
        long ledger = take(appends, until, mark.ledger(), said);
        said.sort(Comparator.comparingLong(Said::at));
        writer.submitWithoutHurry(sql -> write(sql, said, message, ledger)).await();
        return true;
    }

    private static Batch batch(Statements sql, String query, long mark, Statements.RowReader<Source> reader)
            throws SQLException {
        var rows = new ArrayList<Source>();
        int size = 0;
        try (var found = sql.query(query, mark, AT_ONCE)) {
            while (size < LARGE && found.next()) {
                var row = reader.read(found);
                rows.add(row);
                size += row.size();
            }
        }
        return new Batch(rows, rows.size() == AT_ONCE || size >= LARGE);
    }

    private static Source message(ResultSet row) throws SQLException {
        return new Source(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getString(5), null);
    }

    private static Source append(ResultSet row) throws SQLException {
        return new Source(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), null, row.getString(5));
    }

    /** Adds what was said up to this time; the id of the last row that was looked at. */
    private long take(Batch batch, long until, long mark, List<Said> said) {
        long last = mark;
        for (var row : batch.rows()) {
            if (row.at() > until) {
                break;
            }
            last = row.id();
            if (row.text() != null) {
                add(said, row, row.seq(), Who.YOU, masking.mask(row.text()));
            }
            if (row.body() != null) {
                long seq = row.seq();
                for (var event : EventJson.decode(row.body(), masking)) {
                    add(said, row, seq++, event);
                }
            }
        }
        return last;
    }

    private void add(List<Said> said, Source row, long seq, RunEvent event) {
        var words = SaidText.of(event);
        if (words != null) {
            add(said, row, seq, words.who(), words.text());
        }
    }

    private static void add(List<Said> said, Source row, long seq, Who who, String text) {
        said.add(new Said(row.session(), seq, row.at(), who, plain(text)));
    }

    /** Without control characters, two of which mark what was found. */
    private static String plain(String text) {
        var kept = Shortened.first(MAX_TEXT, text);
        var plain = new StringBuilder(kept.length());
        for (int i = 0; i < kept.length(); i++) {
            char c = kept.charAt(i);
            plain.append(c < ' ' && c != '\n' && c != '\t' ? ' ' : c);
        }
        return plain.toString();
    }

    private static boolean write(Statements sql, List<Said> said, long message, long ledger) throws SQLException {
        long id = sql.first(LAST, row -> row.getLong(1)).orElse(0L);
        for (var one : said) {
            int added = sql.update(
                    SAY, id + 1, one.seq(), one.at(), number(one.who()), one.text(), one.session(), one.seq());
            if (added > 0) {
                id++;
                sql.update(WORDS, id, one.text());
            }
        }
        sql.update(MOVE, message, ledger);
        return true;
    }

    static int number(Who who) {
        return switch (who) {
            case YOU -> 1;
            case AGENT -> 2;
            case TOOL -> 3;
        };
    }
}
