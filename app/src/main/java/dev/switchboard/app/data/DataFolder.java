package dev.switchboard.app.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.switchboard.app.config.ConfigLoader;
import dev.switchboard.app.config.Secret;
import dev.switchboard.cli.remote.GatewayFolder;
import dev.switchboard.cli.remote.Holder;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A gateway's own folder: readable by its user alone, and held by one gateway at a time from {@link #open} to
 * {@link #close}.
 *
 * <p>Thread: open and close on the main thread; the rest from anywhere.
 */
public final class DataFolder implements AutoCloseable {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<?> NEW_FOLDER = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
    private static final FileAttribute<?> NEW_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /**
     * Folders held by this process. Asked before the lock file is touched: POSIX drops all of a process's locks on a
     * file when any descriptor of it is closed, so a second attempt from here would set the first one free.
     */
    private static final Map<Path, Holder> HELD_HERE = new ConcurrentHashMap<>();

    private final Path path;
    private final FileChannel lockFile;

    private DataFolder(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /**
     * Makes the folder if need be and takes it.
     *
     * @throws DataFolderException if another gateway has it, or if it cannot be made private
     */
    public static DataFolder open(Path folder) {
        try {
            Path path = makePrivate(folder);
            return new DataFolder(path, lock(path));
        } catch (IOException e) {
            throw new DataFolderException(
                    "cannot use the data folder %s (%s) — check its permissions or choose another with --data"
                            .formatted(folder, e),
                    e);
        }
    }

    /** The gateway that has the folder, or null if none has. */
    public static @Nullable Holder holder(Path folder) throws IOException {
        var here = Files.exists(folder) ? HELD_HERE.get(folder.toRealPath()) : null;
        return here != null ? here : GatewayFolder.holder(folder);
    }

    /** Whether anyone but the owner may do anything with it. */
    public static boolean isPrivate(Path folder) throws IOException {
        return OWNER_ONLY.containsAll(Files.getPosixFilePermissions(folder));
    }

    public Path path() {
        return path;
    }

    /** Leaves word where the gateway that has this folder answers. */
    public void announce(URI url) {
        var holder = new Holder(ProcessHandle.current().pid(), url);
        try {
            write(lockFile, holder);
            HELD_HERE.put(path, holder);
        } catch (IOException e) {
            throw new DataFolderException("cannot write to %s (%s) — check its permissions".formatted(path, e), e);
        }
    }

    /** The token that may do everything; made at the first start. */
    public Secret operatorToken() {
        Path file = path.resolve(GatewayFolder.OPERATOR_TOKEN);
        try {
            if (!Files.exists(file)) {
                writeToken(file);
            }
            String token = Files.readString(file).strip();
            if (token.isEmpty()) {
                throw new DataFolderException("%s is empty — delete it and start again".formatted(file), null);
            }
            if (!isPrivate(file)) {
                throw new DataFolderException(
                        "%s can be read by others — run: chmod 600 %s (and delete it for a new token if others were here)"
                                .formatted(file, file),
                        null);
            }
            return new Secret(token);
        } catch (IOException e) {
            throw new DataFolderException("cannot use %s (%s) — check its permissions".formatted(file, e), e);
        }
    }

    @Override
    public void close() {
        HELD_HERE.remove(path);
        try {
            lockFile.close();
        } catch (IOException e) {
            throw new DataFolderException("cannot let go of %s (%s)".formatted(path, e), e);
        }
    }

    private static Path makePrivate(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Path parent = folder.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectory(folder, NEW_FOLDER);
        }
        Path path = folder.toRealPath();
        if (!isPrivate(path)) {
            // Someone's home or /tmp named by accident must not be closed to everyone else.
            if (!isOurs(path)) {
                throw new DataFolderException(
                        "%s can be read by others and is not a data folder yet — name an empty or new folder with --data"
                                .formatted(path),
                        null);
            }
            Files.setPosixFilePermissions(path, OWNER_ONLY);
        }
        return path;
    }

    private static boolean isOurs(Path path) throws IOException {
        try (var entries = Files.list(path)) {
            List<String> names =
                    entries.map(entry -> entry.getFileName().toString()).toList();
            return names.isEmpty()
                    || names.contains(GatewayFolder.LOCK)
                    || names.equals(List.of(ConfigLoader.FILE_NAME));
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        var holder = new Holder(ProcessHandle.current().pid(), null);
        var here = HELD_HERE.putIfAbsent(path, holder);
        if (here != null) {
            throw new AlreadyRunningException(path, here);
        }
        boolean taken = false;
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    path.resolve(GatewayFolder.LOCK),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    NEW_FILE);
            if (channel.tryLock() == null) {
                throw new AlreadyRunningException(path, GatewayFolder.holder(channel));
            }
            channel.truncate(0);
            write(channel, holder);
            taken = true;
            return channel;
        } finally {
            if (!taken) {
                HELD_HERE.remove(path);
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }

    private static void write(FileChannel channel, Holder holder) throws IOException {
        channel.write(UTF_8.encode(holder.written()), 0);
    }

    /** A crash half-way leaves no half token: written aside, forced to disk, then moved into place. */
    private static void writeToken(Path file) throws IOException {
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        String token = "swb_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "\n";
        Path aside = file.resolveSibling(GatewayFolder.OPERATOR_TOKEN + ".new");
        Files.deleteIfExists(aside);
        try (var channel =
                FileChannel.open(aside, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), NEW_FILE)) {
            channel.write(UTF_8.encode(token));
            channel.force(true);
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
