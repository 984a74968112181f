package dev.switchboard.store;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies the log into the database, when nobody is kept waiting by it: after the writer has rested from one look to the
 * next, or when the log has become long. A copy takes the disk from the commits beside it, so a busy writer is left alone
 * until then.
 *
 * <p>A writer that never rests would keep the log growing, since there is always a page the copy has not seen. So of a
 * long log the bulk is copied, then what came meanwhile, and the writer is asked to copy the short rest between two
 * batches; its next page then starts the log over.
 *
 * <p>Thread: one.
 */
final class Checkpoints implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Checkpoints.class);

    private final Sqlite sqlite;
    private final Writer writer;
    private final int longLog;
    private @Nullable Statements open;
    private long seen;
    private long copied;
    private boolean failing;

    Checkpoints(Sqlite sqlite, Writer writer, int longLog) {
        this.sqlite = sqlite;
        this.writer = writer;
        this.longLog = longLog;
    }

    /** Whether it should look again soon, because the log will be long before long. */
    boolean look() {
        long commits = writer.commits();
        if (commits == copied) {
            return false;
        }
        boolean rested = commits == seen;
        seen = commits;
        try {
            int pages = rested ? restCopied(commits) : bulkCopied();
            failing = false;
            return pages >= longLog / 2;
        } catch (SQLException e) {
            if (!failing) {
                log.warn("the log cannot be checkpointed ({}); it is tried again until it can", e.getMessage());
                failing = true;
            }
            close();
            return false;
        }
    }

    private int restCopied(long commits) throws SQLException {
        int pages = Sqlite.checkpoint(statements().connection()).logPages();
        copied = commits;
        return pages;
    }

    private int bulkCopied() throws SQLException {
        var connection = statements().connection();
        int pages = Sqlite.lookAtLog(connection).logPages();
        if (pages >= longLog) {
            Sqlite.checkpoint(connection);
            Sqlite.checkpoint(connection);
            writer.finishCheckpoint();
        }
        return pages;
    }

    private Statements statements() throws SQLException {
        var sql = open;
        if (sql == null) {
            sql = new Statements(sqlite.openCheckpointer());
            open = sql;
        }
        return sql;
    }

    @Override
    public void close() {
        var sql = open;
        open = null;
        try {
            if (sql != null) {
                sql.close();
            }
        } catch (SQLException e) {
            log.atWarn().setCause(e).log("the keeper's connection did not close");
        }
    }
}
