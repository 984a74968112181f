package dev.switchboard.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Where a device keeps who it is and what it has not been answered. */
public final class DeviceFolder {
    private static final int LONGEST_NAME = 100;

    private final Path folder;

    /** @throws UncheckedIOException if the folder cannot be made */
    public DeviceFolder(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder);
            if (isPosix()) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder %s (%s)".formatted(folder, e.getMessage()), e);
        }
    }

    /** The id this device has had since it was first asked for one. */
    public String peerId() {
        var file = folder.resolve("peer-id");
        try {
            if (!Files.exists(file)) {
                makePeerId(file);
            }
            var id = Files.readString(file).strip();
            if (id.isEmpty()) {
                throw new IOException("it is empty; remove it and a new id is made");
            }
            return id;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s (%s)".formatted(file, e.getMessage()), e);
        }
    }

    /** Whole or not at all: a crash in between must not leave an empty id. */
    private void makePeerId(Path file) throws IOException {
        var random = new byte[6];
        new SecureRandom().nextBytes(random);
        var fresh = Files.createTempFile(folder, "peer-id", ".new");
        try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
            channel.write(
                    StandardCharsets.US_ASCII.encode("device-" + HexFormat.of().formatHex(random) + "\n"));
            channel.force(true);
        }
        try {
            Files.createLink(file, fresh);
        } catch (FileAlreadyExistsException _) {
            // Another process was first; its id is the device's.
        } finally {
            Files.delete(fresh);
        }
    }

    /**
     * The outbox of a peer, for this process alone until it is closed.
     *
     * @throws IllegalStateException if another process has it
     */
    public LockedOutbox outbox(String peerId, Clock clock) {
        var name = "outbox-" + fileName(peerId);
        var lock = lock(folder.resolve(name + ".lock"), peerId);
        try {
            return new LockedOutbox(new FileOutbox(folder.resolve(name + ".jsonl"), peerId, clock), lock);
        } catch (RuntimeException e) {
            close(lock);
            throw e;
        }
    }

    /** An outbox and the lock that keeps other processes away from it. */
    public record LockedOutbox(FileOutbox outbox, FileChannel lock) implements AutoCloseable {
        @Override
        public void close() {
            outbox.close();
            DeviceFolder.close(lock);
        }
    }

    private FileChannel lock(Path file, String peerId) {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel)) {
                return channel;
            }
        } catch (IOException e) {
            close(channel);
            throw new UncheckedIOException("cannot lock %s (%s)".formatted(file, e.getMessage()), e);
        }
        close(channel);
        throw new IllegalStateException(
                "another process is connected as %s from %s — give this one another peer id".formatted(peerId, folder));
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    private static void close(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isPosix() {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** A peer id may hold anything, a file name may not. */
    private static String fileName(String peerId) {
        var encoded = URLEncoder.encode(peerId, StandardCharsets.UTF_8);
        if (encoded.length() <= LONGEST_NAME) {
            return encoded;
        }
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(peerId.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
