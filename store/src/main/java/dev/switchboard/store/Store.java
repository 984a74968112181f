package dev.switchboard.store;

import dev.switchboard.core.channel.ChannelEventLog;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.FatalErrors;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.BrowserStore;
import dev.switchboard.core.identity.TimeOrderedIds;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.Attachments;
import dev.switchboard.core.money.SpendingStore;
import dev.switchboard.core.session.Search;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.core.task.Tasks;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One database file and the threads that own its connections: a writer, a few readers, a keeper and a
 * follower.
 *
 * <p>Thread: everything from anywhere. Callers wait, deaf to interrupts, for the thread that works for them; closing
 * the store ends every wait.
 */
public final class Store implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Store.class);
    private static final String PROBE =
            "INSERT INTO probe (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at";

    private final Sqlite sqlite;
    private final Clock clock;
    private final Writer writer;
    private final Readers readers;
    private final Keeper keeper;
    private final SqlInbox inbox;
    private final SqlLedger ledger;
    private final SqlChannelEventLog channelEvents;
    private final SqlTokenStore tokens;
    private final SqlBrowserStore browsers;
    private final SqlJournal journal;
    private final SqlSpending spending;
    private final SqlTasks tasks;
    private final SqlSessions sessions;
    private final SqlSearch search;
    private final Follower follower;
    private final AttachmentFiles attachments;
    private final Erasures erasures;
    private final JournalRetention retention;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Loads what opening a database will need, so that it can be done while other things are. */
    public static void preload() {
        Sqlite.preload();
    }

    /** As below, in a process that is not to be ended, by who knows no keys. */
    public static Store open(Path file, Path tokenKey, Clock clock) {
        return open(file, tokenKey, clock, Masking.NONE, FatalErrors.LOGGED);
    }

    /**
     * Opens or makes the database and the key that seals tokens, with ids that sort by time.
     *
     * @param masking what is stored to be shown goes through it; the private record of runs does not
     * @param fatal told when one of the store's threads cannot go on
     * @throws SwitchboardException if the file is of a newer version, damaged or not to be written, or if others may
     *     read the key
     */
    public static Store open(Path file, Path tokenKey, Clock clock, Masking masking, FatalErrors fatal) {
        return open(
                new Sqlite(file), tokenKey, clock, new TimeOrderedIds(clock), masking, StoreSettings.DEFAULT, fatal);
    }

    /** @param ids makes the ids of messages' events, of tokens and of browsers, each a new one */
    static Store open(
            Sqlite sqlite,
            Path tokenKey,
            Clock clock,
            Supplier<String> ids,
            Masking masking,
            StoreSettings settings,
            FatalErrors fatal) {
        var key = KeyFile.readOrCreate(tokenKey);
        try {
            sqlite.createPrivately();
            var first = sqlite.openWriter();
            var statements = new Statements(first);
            try {
                new Migrations().apply(first);
                new SessionCatchUp(statements, masking).run();
                return new Store(sqlite, statements, key, clock, ids, masking, settings, fatal);
            } catch (SQLException | RuntimeException e) {
                first.close();
                throw e;
            }
        } catch (SQLException e) {
            throw new SwitchboardException(
                    ErrorCode.STORE_UNAVAILABLE, "cannot open %s: %s".formatted(sqlite.file(), Sqlite.why(e)), e);
        } catch (IOException e) {
            throw new SwitchboardException(ErrorCode.STORE_UNAVAILABLE, "cannot make " + sqlite.file(), e);
        }
    }

    private Store(
            Sqlite sqlite,
            Statements first,
            byte[] key,
            Clock clock,
            Supplier<String> ids,
            Masking masking,
            StoreSettings settings,
            FatalErrors fatal)
            throws SQLException {
        var sessions = new SessionRows();
        var activity = new SessionActivity();
        var fresh = new FreshMessages();
        var commits = new Commits();
        var buffer = new ChannelEventBuffer();
        this.sqlite = sqlite;
        this.clock = clock;
        this.writer =
                new Writer(sqlite, first, clock, settings, List.of(sessions, fresh, activity, buffer, commits), fatal);
        this.readers = new Readers(sqlite, settings, fatal);
        this.inbox = new SqlInbox(writer, readers, sessions, fresh, commits, activity, masking, ids, clock);
        this.ledger = new SqlLedger(writer, readers, sessions, fresh, commits, activity, clock, masking);
        this.channelEvents = new SqlChannelEventLog(writer, readers, buffer, clock, masking, settings);
        this.tokens = new SqlTokenStore(writer, readers, new SecretSeal(key), ids, clock);
        this.browsers = new SqlBrowserStore(writer, readers, new SessionValues(key), ids, clock);
        var files = new ResultFiles(sqlite.file().resolveSibling("results"));
        this.journal = new SqlJournal(writer, readers, ledger, files, clock, masking);
        this.spending = new SqlSpending(writer, readers);
        this.tasks = new SqlTasks(readers, masking);
        this.follower = new Follower(
                activity, new SearchIndex(writer, readers, masking), writer, masking, settings.followerPause(), fatal);
        this.search = new SqlSearch(readers);
        this.attachments =
                new AttachmentFiles(sqlite.file().resolveSibling("attachments"), ids, settings, writer, readers);
        attachments.open(first);
        first.connection().rollback();
        this.erasures = new Erasures(sqlite, writer, readers, channelEvents, files, attachments, clock);
        var resets = new SessionResets(writer, readers, sessions, ledger, activity, erasures, masking, ids, clock);
        this.sessions = new SqlSessions(writer, readers, sessions, activity, follower, search, resets, masking, clock);
        this.retention = new JournalRetention(writer, readers, files, attachments, clock);
        this.keeper = new Keeper(
                new Checkpoints(sqlite, writer, settings.longLog()),
                channelEvents,
                retention,
                erasures,
                settings.keeperPause(),
                fatal);
        writer.start();
        readers.start();
        erasures.tryToFinish();
        keeper.start();
        follower.start();
    }

    public Attachments attachments() {
        return attachments;
    }

    public Inbox inbox() {
        return inbox;
    }

    public Ledger ledger() {
        return ledger;
    }

    public ChannelEventLog channelEvents() {
        return channelEvents;
    }

    public TokenStore tokens() {
        return tokens;
    }

    public BrowserStore browsers() {
        return browsers;
    }

    public RunJournal journal() {
        return journal;
    }

    public Tasks tasks() {
        return tasks;
    }

    public Sessions sessions() {
        return sessions;
    }

    public Search search() {
        return search;
    }

    public SpendingStore spending() {
        return spending;
    }

    /** How the last write went; costs nothing. */
    public StoreHealth health() {
        return writer.health();
    }

    /** Writes something and says how it went. */
    public StoreHealth probe() {
        try {
            writer.call(sql -> sql.update(PROBE, Times.nanos(clock.instant())));
        } catch (SwitchboardException e) {
            var health = writer.health();
            return health.isWell() ? new StoreHealth(e.getMessage(), clock.instant()) : health;
        }
        return writer.health();
    }

    public int writerQueueDepth() {
        return writer.queueDepth();
    }

    /** Transactions that changed something since the store was opened; each had its fsync. */
    public long commits() {
        return writer.commits();
    }

    /** {@code PRAGMA synchronous} as the writer's own connection has it: 2 is FULL. */
    public int pragmaSynchronous() {
        return writer.call(sql -> Sqlite.synchronous(sql.connection()));
    }

    /** What the keeper does once a minute. */
    void forgetOldRuns() {
        retention.forgetOldRuns();
    }

    /** What the keeper does once a second for sessions that were begun anew. */
    void lookAfterErasures() {
        erasures.look();
    }

    /** What the follower does once a second. */
    void writeActivity() {
        follower.writeActivity();
    }

    /** All that the follower does in time. */
    void catchUp() {
        follower.writeActivity();
        follower.fillWholeIndex();
    }

    Writer writer() {
        return writer;
    }

    Readers readers() {
        return readers;
    }

    /** Writes what was taken in, then empties the log into the database. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        follower.close();
        keeper.close();
        writer.close();
        readers.close();
        try (var last = sqlite.openCheckpointer()) {
            Sqlite.checkpointAndTruncate(last);
        } catch (SQLException e) {
            log.atWarn().setCause(e).log("the log stays beside the database; the next start reads it");
        }
    }
}
