package dev.switchboard.store;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what was said in sessions that were begun anew. First from the tables, the index of words and the files, in
 * steps so small that others write in between; then from where SQLite leaves copies: unused parts of pages, which only a
 * rewritten database is rid of, and the log. What is still to be done is on record with the reset itself, so that a crash
 * delays it and nothing more.
 *
 * <p>Thread: any, one at a time; never the writer's.
 */
final class Erasures {
    private static final Logger log = LoggerFactory.getLogger(Erasures.class);

    /** Rows in one transaction. */
    private static final int AT_ONCE = 100;

    /** Characters whose words are taken out of the index in one transaction. */
    private static final int WORDS_AT_ONCE = 4_000;

    /** What was under way when a session was begun anew has told of itself by then: a device is given 90 seconds. */
    private static final Duration LATE = Duration.ofMinutes(5);

    /** A writer that never rests is kept from its work then. */
    private static final Duration AT_THE_LATEST = Duration.ofMinutes(10);

    static final String LEFT = "SELECT session, mark, at FROM erasure WHERE state = ? ORDER BY at";
    static final String ANY = "SELECT 1 FROM erasure LIMIT 1";
    static final String MOVE = "UPDATE erasure SET state = ? WHERE session = ? AND mark = ? AND state = ?";
    static final String DONE = "DELETE FROM erasure WHERE session = ? AND mark = ? AND state = 2";

    static final String NEXT_MESSAGES = """
        SELECT max(seq) FROM (SELECT seq FROM message WHERE session = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?)\
        """;
    static final String BLANK = """
        UPDATE message SET text = '', text_hash = x'', unheard = NULL, delivery = CASE
            WHEN delivery = 2 AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.answers = message.id AND l.seq > ?) THEN 1
            ELSE delivery END
        WHERE session = ? AND seq > ? AND seq <= ?\
        """;
    static final String BRIEFS = """
        UPDATE task SET brief = NULL WHERE brief IS NOT NULL AND message IN
            (SELECT id FROM message WHERE session = ? AND seq > ? AND seq <= ?)\
        """;

    static final String NEXT_SAID =
            "SELECT seq, length(text) FROM said WHERE session = ? AND seq <= ? ORDER BY seq LIMIT ?";
    static final String WORDS = "INSERT INTO said_words (said_words, rowid, text) SELECT 'delete', id, text FROM said"
            + " WHERE session = ? AND seq <= ?";
    static final String FORGET_SAID = "DELETE FROM said WHERE session = ? AND seq <= ?";

    private static final String APPENDS = "FROM ledger WHERE session = ? AND seq <= ? ORDER BY seq LIMIT ?";
    private static final String RUNS = "run IN (SELECT run " + APPENDS + ")";
    static final String FILES = "SELECT file FROM tool_call WHERE file IS NOT NULL AND " + RUNS;
    static final String KEEP_IDS =
            "INSERT OR IGNORE INTO forgotten_injection (session, message_id) SELECT ?, message_id FROM injection WHERE "
                    + RUNS;
    static final List<String> OF_RUNS = List.of(
            "DELETE FROM tool_call WHERE " + RUNS,
            "DELETE FROM step WHERE " + RUNS,
            "DELETE FROM approval WHERE " + RUNS,
            "DELETE FROM injection WHERE " + RUNS,
            "DELETE FROM stop WHERE " + RUNS);
    static final String FORGET_APPENDS = "DELETE FROM ledger WHERE id IN (SELECT id " + APPENDS + ")";

    private record Left(long session, long mark, long at) {}

    private final Sqlite sqlite;
    private final Writer writer;
    private final Readers readers;
    private final SqlChannelEventLog channelEvents;
    private final ResultFiles files;
    private final AttachmentFiles attachments;
    private final IndexSeparators separators;
    private final Clock clock;
    private final ReentrantLock alone = new ReentrantLock();
    /** What a look has to do is on record; this only saves the look. */
    private volatile boolean mayBeLeft = true;
    /** The writer's commits at the last look. */
    private long seen = -1;
    /** Whether the database was written anew since something was last erased. */
    private boolean rewritten;

    /** When it may be tried to rewrite it, by {@link System#nanoTime}: a disk that is full is left alone for a while. */
    private long rewriteFrom = System.nanoTime();

    private boolean failing;

    Erasures(
            Sqlite sqlite,
            Writer writer,
            Readers readers,
            SqlChannelEventLog channelEvents,
            ResultFiles files,
            AttachmentFiles attachments,
            Clock clock) {
        this.sqlite = sqlite;
        this.writer = writer;
        this.readers = readers;
        this.channelEvents = channelEvents;
        this.files = files;
        this.attachments = attachments;
        this.separators = new IndexSeparators(writer, readers);
        this.clock = clock;
    }

    /** Nobody is told if it fails: what is left cannot be seen, and the keeper tries again. */
    void tryToFinish() {
        mayBeLeft = true;
        try {
            if (!left(0).isEmpty()) {
                finish();
            }
        } catch (RuntimeException e) {
            log.warn("what was said in a session that was reset is not removed yet ({}); tried again", e.getMessage());
        }
    }

    /** Removes all that is in tables and files, and what it can of the log. */
    void finish() {
        alone.lock();
        try {
            for (var left : left(0)) {
                erase(left);
                writer.call(sql -> sql.update(MOVE, 1, left.session(), left.mark(), 0));
                rewritten = false;
            }
            writer.alone(sql -> Sqlite.truncateLog(sql.connection()));
        } finally {
            alone.unlock();
        }
    }

    /** The same, and what is done when there is time for it. Thread: the keeper's. */
    void look() {
        long commits = writer.commits();
        boolean rests = commits == seen;
        seen = commits;
        if (!mayBeLeft) {
            return;
        }
        alone.lock();
        try {
            mayBeLeft = false;
            if (!left(0).isEmpty()) {
                finish();
            }
            lookForLate();
            var waiting = left(1);
            if (!waiting.isEmpty() && (rests || isOver(waiting.getFirst().at(), AT_THE_LATEST))) {
                wipe(waiting);
            }
            mayBeLeft = readers.call(sql -> sql.first(ANY, _ -> true)).isPresent();
            failing = false;
        } catch (RuntimeException e) {
            mayBeLeft = true;
            if (!failing) {
                log.warn(
                        "what was said in a session that was reset is not all removed yet ({}); tried again",
                        e.getMessage());
                failing = true;
            }
        } finally {
            alone.unlock();
        }
    }

    /** What has been recorded of it since it was erased: an answer that was on its way is told of when it has arrived. */
    private void lookForLate() {
        for (var left : left(2)) {
            if (!isOver(left.at(), LATE)) {
                continue;
            }
            if (channelEvents.forget(left.session(), left.mark(), left.at()) == 0) {
                writer.call(sql -> sql.update(DONE, left.session(), left.mark()));
            } else {
                rewritten = false;
                writer.call(sql -> sql.update(MOVE, 1, left.session(), left.mark(), 2));
            }
        }
    }

    private void wipe(List<Left> waiting) {
        long began = System.nanoTime();
        if (!rewritten) {
            if (began - rewriteFrom < 0) {
                return;
            }
            rewriteFrom = began + AT_THE_LATEST.toNanos();
            separators.removeOrphaned();
            writer.alone(sql -> {
                sqlite.rewrite(sql.connection());
                return true;
            });
            rewritten = true;
            rewriteFrom = began;
            log.info(
                    "the database was rewritten in {} ms, so that nothing is left of what was reset",
                    Duration.ofNanos(System.nanoTime() - began).toMillis());
        }
        // A reader that is in the middle of something keeps the log as it is; the next look tries again.
        if (writer.alone(sql -> Sqlite.truncateLog(sql.connection()))) {
            for (var left : waiting) {
                writer.call(sql -> sql.update(MOVE, 2, left.session(), left.mark(), 1));
            }
        }
    }

    private boolean isOver(long since, Duration time) {
        return Times.nanos(clock.instant()) - since >= time.toNanos();
    }

    private List<Left> left(int state) {
        return readers.call(
                sql -> sql.list(LEFT, row -> new Left(row.getLong(1), row.getLong(2), row.getLong(3)), state));
    }

    private void erase(Left left) {
        eraseMessages(left);
        eraseSaid(left);
        do {
            // Files first: a row without its file answers "gone", a file without its row would stay for good.
            deleteFiles(left);
        } while (writer.call(sql -> eraseAppends(sql, left)) > 0);
        channelEvents.forget(left.session(), left.mark(), left.at());
    }

    private void eraseMessages(Left left) {
        long from = 0;
        while (true) {
            long begin = from;
            long to = readers.call(sql -> sql.first(
                            NEXT_MESSAGES, row -> row.getLong(1), left.session(), begin, left.mark(), AT_ONCE))
                    .orElse(0L);
            if (to == 0) {
                return;
            }
            attachments.forgetOf(left.session(), begin, to);
            writer.call(sql -> {
                sql.update(BRIEFS, left.session(), begin, to);
                return sql.update(BLANK, left.mark(), left.session(), begin, to);
            });
            from = to;
        }
    }

    /** Every word is looked for in the index, so what is taken out at once is measured by its length. */
    private void eraseSaid(Left left) {
        record Said(long seq, int length) {}
        while (true) {
            var next = readers.call(sql -> sql.list(
                    NEXT_SAID, row -> new Said(row.getLong(1), row.getInt(2)), left.session(), left.mark(), AT_ONCE));
            if (next.isEmpty()) {
                return;
            }
            long upTo = next.getFirst().seq();
            int length = 0;
            for (var said : next) {
                length += said.length();
                if (length > WORDS_AT_ONCE) {
                    break;
                }
                upTo = said.seq();
            }
            long last = upTo;
            writer.call(sql -> {
                sql.update(WORDS, left.session(), last);
                return sql.update(FORGET_SAID, left.session(), last);
            });
        }
    }

    private void deleteFiles(Left left) {
        var names = readers.call(sql -> sql.list(FILES, row -> row.getString(1), left.session(), left.mark(), AT_ONCE));
        for (var name : names) {
            try {
                files.delete(name);
            } catch (IOException e) {
                throw Failures.cannotRemove(e);
            }
        }
    }

    private static int eraseAppends(Statements sql, Left left) throws SQLException {
        sql.update(KEEP_IDS, left.session(), left.session(), left.mark(), AT_ONCE);
        for (var table : OF_RUNS) {
            sql.update(table, left.session(), left.mark(), AT_ONCE);
        }
        return sql.update(FORGET_APPENDS, left.session(), left.mark(), AT_ONCE);
    }
}
