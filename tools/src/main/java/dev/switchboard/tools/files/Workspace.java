package dev.switchboard.tools.files;

import dev.switchboard.core.workspace.NotShown;
import dev.switchboard.core.workspace.WorkFolder;
import dev.switchboard.tools.Refused;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one folder file tools reach, held open for one call.
 *
 * <p>Everything below it is opened relative to a handle, one name at a time and without following links, so that nobody
 * who changes folders meanwhile can lead a call elsewhere. The path of an agent's workspace itself is the operator's,
 * and trusted; a session's own folder in it is reached like everything below.
 *
 * <p>Thread: that of the call.
 */
public final class Workspace implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Workspace.class);

    /** Two calls that make the same folder: the later would put its own in the place of one already in use. */
    private static final ReentrantLock MAKING_FOLDERS = new ReentrantLock();

    private final Path root;
    private final Path realRoot;
    private final Deque<SecureDirectoryStream<Path>> open = new ArrayDeque<>();
    private final SecureDirectoryStream<Path> handle;
    /** The agent's, if this is a session's own folder in it. */
    private final @Nullable Workspace around;

    Workspace(Path root, Path realRoot, SecureDirectoryStream<Path> handle) {
        this(root, realRoot, handle, null);
        open.push(handle);
    }

    private Workspace(Path root, Path realRoot, SecureDirectoryStream<Path> handle, @Nullable Workspace around) {
        this.root = root;
        this.realRoot = realRoot;
        this.handle = handle;
        this.around = around;
    }

    /** Opens it, and makes it first if it is not there yet. */
    public static Workspace open(WorkFolder folder) throws Refused, IOException {
        Files.createDirectories(folder.workspace().toAbsolutePath().normalize());
        return open(folder, true);
    }

    /** Opens it as it is. */
    static Workspace openExisting(WorkFolder folder) throws Refused, IOException {
        return open(folder, false);
    }

    private static Workspace open(WorkFolder folder, boolean make) throws Refused, IOException {
        var whole = open(folder.workspace());
        var own = folder.own();
        if (own == null) {
            return whole;
        }
        try {
            return whole.below(own, make);
        } catch (Refused | IOException | RuntimeException e) {
            whole.close();
            throw e;
        }
    }

    @SuppressWarnings("StreamResourceLeak") // It is what this object holds, until it is closed.
    private static Workspace open(Path folder) throws IOException {
        var root = folder.toAbsolutePath().normalize();
        var realRoot = root.toRealPath();
        DirectoryStream<Path> stream = Files.newDirectoryStream(root);
        if (stream instanceof SecureDirectoryStream<Path> handle) {
            return new Workspace(root, realRoot, handle);
        }
        stream.close();
        throw new IOException("this system cannot open files relative to a folder");
    }

    private Workspace below(Path own, boolean make) throws Refused, IOException {
        if (own.equals(realRoot)) {
            return this;
        }
        if (!own.startsWith(realRoot)) {
            throw notInside(own);
        }
        var here = handle;
        for (var name : realRoot.relativize(own)) {
            var found = Place.attributes(here, name);
            if (found == null && make) {
                makeFolder(here, name);
            } else if (found == null) {
                throw new NoSuchFileException(own.toString());
            } else if (!found.isDirectory()) {
                throw notInside(own);
            }
            here = enter(here, name);
        }
        return new Workspace(own, own, here, this);
    }

    private Refused notInside(Path own) {
        return new FileRefused(
                new NotShown.Outside(),
                "the folder of this session, %s, is no longer one of the workspace %s, so nothing was done: ask the person to put it back, or to begin a session in another folder"
                        .formatted(own, root));
    }

    /** Its path, absolute. */
    public Path root() {
        return root;
    }

    Path realRoot() {
        return realRoot;
    }

    SecureDirectoryStream<Path> handle() {
        return handle;
    }

    /**
     * Where a path leads; only its last name may be missing.
     *
     * @throws Refused if it leads outside or through something that is no folder
     */
    public Place find(String path) throws Refused, IOException {
        return new PathWalk(this, path, false).place();
    }

    /** Like {@link #find}, and makes the folders that are missing on the way. */
    Place findOrMakeFolders(String path) throws Refused, IOException {
        return new PathWalk(this, path, true).place();
    }

    /** Opens a folder in a folder; the caller has looked and it was no link. */
    SecureDirectoryStream<Path> enter(SecureDirectoryStream<Path> parent, Path name) throws IOException {
        var child = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
        open.push(child);
        return child;
    }

    /** Java has no way to make a folder relative to a handle, but it can move one there. */
    void makeFolder(SecureDirectoryStream<Path> parent, Path name) throws IOException {
        if (around != null) {
            // Its path is trusted, that of a folder in it is not.
            around.makeFolder(parent, name);
            return;
        }
        MAKING_FOLDERS.lock();
        try {
            if (Place.attributes(parent, name) != null) {
                return;
            }
            var temporary = temporaryName();
            Files.createDirectory(root.resolve(temporary));
            try {
                handle.move(temporary, parent, name);
            } catch (IOException e) {
                handle.deleteDirectory(temporary);
                throw e;
            }
        } finally {
            MAKING_FOLDERS.unlock();
        }
    }

    /** A name nobody uses. */
    static Path temporaryName() {
        return Path.of(".switchboard-"
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()));
    }

    /** Says nothing when that fails: the folders were only looked through, and what the call has done is done. */
    @Override
    public void close() {
        for (var stream : open) {
            try {
                stream.close();
            } catch (IOException e) {
                log.debug("a folder of the workspace could not be closed: {}", e.getMessage());
            }
        }
        if (around != null) {
            around.close();
        }
    }
}
