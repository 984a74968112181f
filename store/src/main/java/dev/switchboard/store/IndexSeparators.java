package dev.switchboard.store;

import java.sql.SQLException;

/**
 * Rids the index of words of the beginnings of words that nobody says any more. The index tells its pages apart by the
 * beginning of the first word of each, and keeps that when the word itself is taken out. Merging all its parts into one
 * tells the pages apart anew, and can be done in small steps.
 *
 * <p>Thread: any, one at a time; never the writer's.
 */
final class IndexSeparators {
    /** The first byte of each only says which index it belongs to. */
    static final String ORPHANED = """
        SELECT 1 FROM said_words_idx i WHERE length(i.term) > 1 AND substr(i.term, 2) <> coalesce(
            (SELECT substr(CAST(w.term AS BLOB), 1, length(i.term) - 1) FROM said_word w
             WHERE w.term >= CAST(substr(i.term, 2) AS TEXT) LIMIT 1), x'') LIMIT 1\
        """;

    static final String TAKE_OUT =
            "INSERT INTO said_words (said_words, rowid, text) SELECT 'delete', id, text FROM said WHERE id = ?";
    static final String PUT_IN = "INSERT INTO said_words (rowid, text) SELECT id, text FROM said WHERE id = ?";
    static final String EMPTY = "INSERT INTO said_words (said_words) VALUES ('delete-all')";
    static final String MERGE = "INSERT INTO said_words (said_words, rank) VALUES ('merge', ?)";
    static final String CHANGES = "SELECT total_changes()";

    /** Pages of the index in one transaction. */
    private static final int AT_ONCE = 32;

    /** What was being merged already when it began is told apart as before and takes another round. */
    private static final int ROUNDS = 4;

    private final Writer writer;
    private final Readers readers;

    IndexSeparators(Writer writer, Readers readers) {
        this.writer = writer;
        this.readers = readers;
    }

    /** @return whether it had to do anything */
    boolean removeOrphaned() {
        for (int round = 0; round < ROUNDS; round++) {
            if (!isAnyOrphaned()) {
                return round > 0;
            }
            if (writer.call(IndexSeparators::addPart)) {
                // Below zero it begins to merge all there is; then it goes on with that.
                int pages = -AT_ONCE;
                while (merge(pages)) {
                    pages = AT_ONCE;
                }
            }
        }
        if (isAnyOrphaned()) {
            throw new IllegalStateException("the index of words still has the beginning of a word nobody says");
        }
        return true;
    }

    boolean isAnyOrphaned() {
        return readers.call(sql -> sql.first(ORPHANED, _ -> true)).isPresent();
    }

    /** One part alone would not be merged with anything. False if there is no word to make another of, and so no index. */
    private static boolean addPart(Statements sql) throws SQLException {
        long last = sql.first(SearchIndex.LAST, row -> row.getLong(1)).orElse(0L);
        if (last == 0) {
            sql.update(EMPTY);
            return false;
        }
        sql.update(TAKE_OUT, last);
        sql.update(PUT_IN, last);
        return true;
    }

    /** False when there was nothing left to do. */
    private boolean merge(int pages) {
        return writer.submitWithoutHurry(sql -> {
                    long before = changes(sql);
                    sql.update(MERGE, pages);
                    // The statement itself counts as one.
                    return changes(sql) - before > 1;
                })
                .await();
    }

    private static long changes(Statements sql) throws SQLException {
        return sql.first(CHANGES, row -> row.getLong(1)).orElseThrow();
    }
}
