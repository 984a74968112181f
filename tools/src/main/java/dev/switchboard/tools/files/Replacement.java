package dev.switchboard.tools.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * New content of a file: written beside it, on the disk, and then put in its place in one step. Whoever reads sees the
 * old file or the new one; unless {@link #commit} returned, nothing has changed and nothing is left behind.
 *
 * <p>A file with several hard links becomes one of its own, the price of the one step.
 */
final class Replacement implements AutoCloseable {
    private static final Set<OpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private final Place place;
    private final Path temporary = Workspace.temporaryName();
    private final FileChannel channel;
    private boolean committed;

    /** @param place of a file or of nothing yet */
    Replacement(Place place) throws IOException {
        this.place = place;
        this.channel = Place.channel(place.folder(), temporary, NEW, firstPermissions(place));
    }

    /** Nobody else reads the copy of a file before it has that file's permissions; a new file has the usual ones. */
    private static FileAttribute<?>[] firstPermissions(Place place) {
        return place.exists()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    void commit() throws IOException {
        if (place.exists()) {
            keepOwnerAndPermissions();
        }
        channel.force(true);
        channel.close();
        place.folder().move(temporary, place.folder(), place.name());
        committed = true;
        syncFolder();
    }

    private void keepOwnerAndPermissions() throws IOException {
        var before = view(place.name()).readAttributes();
        var copy = view(temporary);
        var now = copy.readAttributes();
        if (!before.owner().equals(now.owner()) || !before.group().equals(now.group())) {
            try {
                copy.setGroup(before.group());
                copy.setOwner(before.owner());
            } catch (IOException _) {
                // Only root gives files away; who may write a file of somebody else's owns what they wrote.
            }
        }
        copy.setPermissions(before.permissions());
    }

    private PosixFileAttributeView view(Path name) {
        return place.folder().getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    private void syncFolder() {
        try (var folder = Place.channel(place.folder(), Path.of("."), Set.of(StandardOpenOption.READ))) {
            folder.force(true);
        } catch (IOException _) {
            // The file is in its place; not every file system lets a folder be synced.
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (!committed) {
            place.folder().deleteFile(temporary);
        }
    }
}
