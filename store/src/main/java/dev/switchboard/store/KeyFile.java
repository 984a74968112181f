package dev.switchboard.store;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The key that seals secrets: bytes in a file that only its owner may read, made at the first start. */
final class KeyFile {
    private static final Logger log = LoggerFactory.getLogger(KeyFile.class);
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private KeyFile() {}

    static byte[] readOrCreate(Path file) {
        try {
            if (Files.notExists(file)) {
                create(file);
            }
            checkPrivate(file);
            var key = Files.readAllBytes(file);
            if (key.length != SecretSeal.KEY_BYTES) {
                throw new SwitchboardException(
                        ErrorCode.INVALID,
                        "%s holds %d bytes where a key has %d. Restore it: sealed tokens are lost without it."
                                .formatted(file, key.length, SecretSeal.KEY_BYTES));
            }
            return key;
        } catch (IOException e) {
            throw new SwitchboardException(ErrorCode.STORE_UNAVAILABLE, "cannot read or make the key file " + file, e);
        }
    }

    /** Complete and on disk under another name before it gets its own: a crash leaves no half of a key. */
    private static void create(Path file) throws IOException {
        var key = new byte[SecretSeal.KEY_BYTES];
        new SecureRandom().nextBytes(key);
        var draft = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(draft);
        var options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = FileChannel.open(draft, options, ownerOnly(file))) {
            var bytes = ByteBuffer.wrap(key);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(draft, file);
        syncFolderOf(file);
    }

    /** The name has to outlive a power cut like the bytes do; where a folder cannot be opened, the system sees to it. */
    private static void syncFolderOf(Path file) {
        try (var folder = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException e) {
            log.atDebug().setCause(e).log("the folder of the key file could not be synced");
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path file) {
        return isPosix(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    private static void checkPrivate(Path file) throws IOException {
        if (!isPosix(file)) {
            return;
        }
        var permissions = EnumSet.copyOf(Files.getPosixFilePermissions(file, new LinkOption[0]));
        permissions.remove(PosixFilePermission.OWNER_READ);
        permissions.remove(PosixFilePermission.OWNER_WRITE);
        permissions.remove(PosixFilePermission.OWNER_EXECUTE);
        if (!permissions.isEmpty()) {
            throw new SwitchboardException(
                    ErrorCode.INVALID, "%s may be read or changed by others. Run: chmod 600 %s".formatted(file, file));
        }
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
