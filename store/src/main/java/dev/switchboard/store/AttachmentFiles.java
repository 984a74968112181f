package dev.switchboard.store;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.Sha256;
import dev.switchboard.core.message.Attachment;
import dev.switchboard.core.message.Attachments;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attachments, each in a file that is on disk before the message that names it. Bounded each and together: where there is
 * no room for another, those go first whose message is done.
 *
 * <p>Thread: any, never the writer's.
 */
final class AttachmentFiles implements Attachments {
    static final String NAMED = "SELECT file FROM message INDEXED BY message_file WHERE file IS NOT NULL";
    static final String DONE = """
        SELECT m.id, m.file FROM message m WHERE m.file IS NOT NULL AND m.accepted_at >= 0
        AND EXISTS (SELECT 1 FROM ledger l WHERE l.answers = m.id) ORDER BY m.accepted_at LIMIT ?\
        """;
    static final String OLD =
            "SELECT id, file FROM message WHERE file IS NOT NULL AND accepted_at < ? ORDER BY accepted_at LIMIT ?";
    static final String OF_SESSION =
            "SELECT id, file FROM message WHERE session = ? AND seq > ? AND seq <= ? AND file IS NOT NULL";
    static final String LET_GO = "UPDATE message SET file = NULL WHERE id = ?";

    /** Looked at in one go: the writer has other work. */
    private static final int AT_ONCE = 100;

    private static final Logger log = LoggerFactory.getLogger(AttachmentFiles.class);
    private static final FileAttribute<?> NEW_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<?> NEW_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Set<StandardOpenOption> ANEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    /** A file and the row of the message that names it. */
    private record Kept(long message, String file) {}

    private final Path folder;
    private final Supplier<String> ids;
    private final long maxEach;
    private final long maxTogether;
    private final Writer writer;
    private final Readers readers;
    private final ReentrantLock lock = new ReentrantLock();
    /** Of the lock's. */
    private long together;

    AttachmentFiles(Path folder, Supplier<String> ids, StoreSettings settings, Writer writer, Readers readers) {
        this.folder = folder;
        this.ids = ids;
        this.maxEach = settings.maxAttachment();
        this.maxTogether = settings.maxAttachments();
        this.writer = writer;
        this.readers = readers;
    }

    /** Removes what no message names: a crash came between the two. To be called before anybody keeps anything. */
    void open(Statements sql) throws SQLException {
        if (Files.notExists(folder)) {
            return;
        }
        var named = new HashSet<>(sql.list(NAMED, row -> row.getString(1)));
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                if (named.contains(file.getFileName().toString())) {
                    together += Files.size(file);
                } else {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            log.warn("attachments that no message names could not be removed: {}", e.getMessage());
        }
    }

    @Override
    public Attachment keep(byte[] bytes, String format, @Nullable String language) {
        if (bytes.length > maxEach) {
            throw new SwitchboardException(
                    ErrorCode.INVALID,
                    "A recording may have at most %,d bytes. Please send a shorter one.".formatted(maxEach));
        }
        var name = ids.get();
        takeRoom(bytes.length);
        try {
            write(folder.resolve(name), bytes);
        } catch (IOException e) {
            delete(folder.resolve(name));
            giveBack(bytes.length);
            throw unsaved(e);
        }
        return new Attachment(name, format, language, HexFormat.of().formatHex(Sha256.of(bytes)), bytes.length);
    }

    private void write(Path file, byte[] bytes) throws IOException {
        if (Files.notExists(folder)) {
            Files.createDirectories(folder, NEW_FOLDER);
        }
        try (var out = FileChannel.open(file, ANEW, NEW_FILE)) {
            for (var left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
                out.write(left);
            }
            out.force(true);
        }
        try (var entry = FileChannel.open(folder, StandardOpenOption.READ)) {
            entry.force(true);
        }
    }

    private static SwitchboardException unsaved(IOException e) {
        return new SwitchboardException(
                ErrorCode.STORE_UNAVAILABLE, "the recording could not be saved: " + e.getMessage(), e);
    }

    private void takeRoom(long bytes) {
        lock.lock();
        try {
            while (together + bytes > maxTogether) {
                var done = readers.call(sql -> kept(sql, DONE, AT_ONCE));
                if (done.isEmpty()) {
                    throw new SwitchboardException(
                            ErrorCode.ATTACHMENTS_FULL,
                            "There is no room for another recording before those that wait are answered."
                                    + " Please send it again later, or type it.");
                }
                forget(done);
            }
            together += bytes;
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(long bytes) {
        lock.lock();
        try {
            together -= bytes;
        } finally {
            lock.unlock();
        }
    }

    /** Those of messages accepted before this time. */
    void forgetBefore(long nanos) {
        forget(readers.call(sql -> kept(sql, OLD, nanos, AT_ONCE)));
    }

    /** Those of a session's messages with these numbers: above the one, up to the other. */
    void forgetOf(long session, long above, long upTo) {
        forget(readers.call(sql -> kept(sql, OF_SESSION, session, above, upTo)));
    }

    private static List<Kept> kept(Statements sql, String query, @Nullable Object... values) throws SQLException {
        return sql.list(query, row -> new Kept(row.getLong(1), row.getString(2)), values);
    }

    /** Files first: a row that names none that is there does no harm. */
    private void forget(List<Kept> gone) {
        if (gone.isEmpty()) {
            return;
        }
        gone.forEach(kept -> giveBack(delete(folder.resolve(kept.file()))));
        writer.call(sql -> {
            for (var kept : gone) {
                sql.update(LET_GO, kept.message());
            }
            return true;
        });
    }

    @Override
    public Path file(Attachment attachment) {
        return folder.resolve(attachment.file());
    }

    @Override
    public void letGo(Attachment attachment) {
        giveBack(delete(file(attachment)));
    }

    /** How much that was; nothing if it is not there, or stays. */
    private static long delete(Path file) {
        try {
            if (Files.notExists(file)) {
                return 0;
            }
            long bytes = Files.size(file);
            Files.delete(file);
            return bytes;
        } catch (IOException e) {
            log.warn("an attachment could not be removed ({}); the next start does it", e.getMessage());
            return 0;
        }
    }
}
