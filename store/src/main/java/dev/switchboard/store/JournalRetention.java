package dev.switchboard.store;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the private record of runs go when nobody will go on with them. A run lives a day at most; what it left is kept
 * a while longer for those who ask for a whole result.
 *
 * <p>Thread: the keeper's.
 */
final class JournalRetention {
    static final Duration KEPT = Duration.ofDays(30);

    /** Rows looked at in one go, the oldest first: the writer has other work. */
    private static final int AT_ONCE = 500;

    static final String OLD_FILES = """
        SELECT file FROM tool_call WHERE rowid IN (SELECT rowid FROM tool_call ORDER BY rowid LIMIT ?)
        AND started_at < ? AND file IS NOT NULL\
        """;

    static final List<String> REMOVE = List.of(
            remove("tool_call", "started_at"),
            remove("step", "at"),
            remove("approval", "asked_at"),
            remove("injection", "at"),
            remove("stop", "at"),
            "UPDATE task SET brief = NULL WHERE rowid IN"
                    + " (SELECT rowid FROM task WHERE brief IS NOT NULL ORDER BY rowid LIMIT ?) AND at < ?");

    static final String OF_EVENT = "SELECT 1 FROM tool_call WHERE event_id = ?";

    private static final Logger log = LoggerFactory.getLogger(JournalRetention.class);

    private final Writer writer;
    private final Readers readers;
    private final ResultFiles files;
    private final AttachmentFiles attachments;
    private final Clock clock;
    /** By the clock of the files. */
    private final Instant opened = Instant.now();

    JournalRetention(Writer writer, Readers readers, ResultFiles files, AttachmentFiles attachments, Clock clock) {
        this.writer = writer;
        this.readers = readers;
        this.files = files;
        this.attachments = attachments;
        this.clock = clock;
    }

    private static String remove(String table, String at) {
        return "DELETE FROM %s WHERE rowid IN (SELECT rowid FROM %s ORDER BY rowid LIMIT ?) AND %s < ?"
                .formatted(table, table, at);
    }

    /** Once, at the start: closes to others what is theirs no longer, and removes what a crash has left without its row. */
    void tidyFiles() {
        files.closeToOthers();
        try {
            for (var event : files.writtenBefore(opened)) {
                if (readers.call(sql -> sql.first(OF_EVENT, _ -> true, event)).isEmpty()) {
                    files.deleteOf(event);
                }
            }
        } catch (IOException | RuntimeException e) {
            log.warn("results that nobody knows could not be removed: {}", e.getMessage());
        }
    }

    void forgetOldRuns() {
        long before = Times.nanos(clock.instant().minus(KEPT));
        // Files first: a row without its file answers "gone", a file without its row would stay for good.
        for (var file : readers.call(sql -> sql.list(OLD_FILES, row -> row.getString(1), AT_ONCE, before))) {
            try {
                files.delete(file);
            } catch (IOException e) {
                log.warn("an old result could not be removed ({}); it will be tried again", e.getMessage());
                return;
            }
        }
        attachments.forgetBefore(before);
        writer.call(sql -> {
            for (var remove : REMOVE) {
                sql.update(remove, AT_ONCE, before);
            }
            return true;
        });
    }
}
