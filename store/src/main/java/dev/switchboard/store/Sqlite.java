package dev.switchboard.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;

/** What only SQLite knows: how to open a connection, its PRAGMAs, its checkpoints and its error codes. */
final class Sqlite {
    private static final Duration BUSY = Duration.ofSeconds(10);
    private static final Duration A_MOMENT = Duration.ofMillis(100);
    private static final int CACHE_KIB = 16 * 1024;
    /** A log that grew beyond this in a rush is cut back to it when it starts over. */
    private static final int MAX_IDLE_LOG = 128 * 1024 * 1024;

    /** What a checkpoint saw: pages in the log, and how many of them are in the database now. */
    record Checkpointed(int logPages, int donePages) {}

    private final Path file;

    Sqlite(Path file) {
        this.file = file;
    }

    /** The driver and its native library. */
    static void preload() {
        try (var connection = config().createConnection("jdbc:sqlite::memory:")) {
            version(connection);
        } catch (SQLException e) {
            // Opening the real one fails in the same way, and says so.
        }
    }

    Path file() {
        return file;
    }

    /**
     * Others on this machine have no business in what people said; the log and its index take these permissions over.
     */
    void createPrivately() throws IOException {
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
        } catch (FileAlreadyExistsException e) {
            // It was made by an earlier start; its owner may have had reasons to change the permissions.
        }
    }

    /**
     * The connection that writes. Transactions begin by themselves and take no lock before the first statement. Nothing
     * is ever checkpointed in the middle of a commit: that is the keeper's work.
     */
    Connection openWriter() throws SQLException {
        var config = config();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setWalAutocheckpoint(0);
        config.setJournalSizeLimit(MAX_IDLE_LOG);
        config.enforceForeignKeys(true);
        // What is deleted is overwritten, and not only let go of.
        config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "true");
        config.setCacheSize(-CACHE_KIB);
        var connection = open(config);
        connection.setAutoCommit(false);
        return connection;
    }

    Connection openReader() throws SQLException {
        var config = config();
        config.setReadOnly(true);
        return open(config);
    }

    Connection openCheckpointer() throws SQLException {
        var config = config();
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setWalAutocheckpoint(0);
        return open(config);
    }

    private static SQLiteConfig config() {
        var config = new SQLiteConfig();
        config.setBusyTimeout((int) BUSY.toMillis());
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        // Otherwise the driver asks for the last row id after every insert.
        config.setGetGeneratedKeys(false);
        return config;
    }

    private Connection open(SQLiteConfig config) throws SQLException {
        return config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
    }

    static int version(Connection connection) throws SQLException {
        return pragma(connection, "PRAGMA user_version");
    }

    static void setVersion(Connection connection, int version) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version = " + version);
        }
    }

    /** 2 is FULL: a commit returns after its fsync. */
    static int synchronous(Connection connection) throws SQLException {
        return pragma(connection, "PRAGMA synchronous");
    }

    private static int pragma(Connection connection, String pragma) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(pragma)) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Copies what it can from the log into the database without making anyone wait. */
    static Checkpointed checkpoint(Connection connection) throws SQLException {
        return checkpoint(connection, "PRAGMA wal_checkpoint(PASSIVE)");
    }

    /** How long the log is; copies nothing. */
    static Checkpointed lookAtLog(Connection connection) throws SQLException {
        return checkpoint(connection, "PRAGMA wal_checkpoint(NOOP)");
    }

    /** Empties the log; for when nobody else is there. */
    static Checkpointed checkpointAndTruncate(Connection connection) throws SQLException {
        return checkpoint(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
    }

    /** Empties the log though others are there; false, after a moment, if one of them still reads from it. */
    static boolean truncateLog(Connection connection) throws SQLException {
        execute(connection, "PRAGMA busy_timeout = " + A_MOMENT.toMillis());
        try {
            return checkpointAndTruncate(connection).logPages() == 0;
        } finally {
            execute(connection, "PRAGMA busy_timeout = " + BUSY.toMillis());
        }
    }

    /**
     * Writes the whole database anew, without what lies in unused parts of its pages. The copy this needs is made in the
     * database's own folder: in memory it may not fit, and elsewhere others may read it.
     */
    void rewrite(Connection connection) throws SQLException {
        var folder = String.valueOf(file.toAbsolutePath().getParent());
        execute(connection, "PRAGMA temp_store_directory = '%s'".formatted(folder.replace("'", "''")));
        execute(connection, "PRAGMA temp_store = FILE");
        try {
            execute(connection, "VACUUM");
        } finally {
            execute(connection, "PRAGMA temp_store = MEMORY");
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Checkpointed checkpoint(Connection connection, String pragma) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(pragma)) {
            row.next();
            return new Checkpointed(row.getInt(2), row.getInt(3));
        }
    }

    /** True if the disk or the file is to blame, and not the statement: the same write may work later. */
    static boolean isUnavailable(SQLException e) {
        return switch (primaryCode(e)) {
            case SQLITE_BUSY,
                    SQLITE_LOCKED,
                    SQLITE_NOMEM,
                    SQLITE_READONLY,
                    SQLITE_INTERRUPT,
                    SQLITE_IOERR,
                    SQLITE_CORRUPT,
                    SQLITE_FULL,
                    SQLITE_CANTOPEN,
                    SQLITE_NOTADB,
                    SQLITE_AUTH,
                    SQLITE_PERM -> true;
            default -> false;
        };
    }

    /** What went wrong, as the end of a sentence for a person. */
    static String why(SQLException e) {
        return switch (primaryCode(e)) {
            case SQLITE_FULL -> "the disk is full";
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH -> "the database may not be written";
            case SQLITE_CORRUPT, SQLITE_NOTADB -> "the database is damaged";
            case SQLITE_CANTOPEN -> "the database cannot be opened";
            case SQLITE_BUSY, SQLITE_LOCKED -> "another program holds the database";
            default -> "the disk reports an error";
        };
    }

    /** Extended codes keep the primary one in their low byte. */
    private static SQLiteErrorCode primaryCode(SQLException e) {
        return SQLiteErrorCode.getErrorCode(e.getErrorCode() & 0xff);
    }
}
