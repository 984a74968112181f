package dev.switchboard.tools.files;

import dev.switchboard.tools.Refused;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a path leads: a name in an open folder, which need not exist. Good until its {@link Workspace} is closed.
 *
 * @param given the path as it was given
 * @param viewerPath the same relative to the workspace, without links and dots
 * @param attributes what was there when it was looked at; never those of a link
 */
public record Place(
        String given,
        String viewerPath,
        SecureDirectoryStream<Path> folder,
        Path name,
        @Nullable BasicFileAttributes attributes) {

    public boolean exists() {
        return attributes != null;
    }

    public boolean isFile() {
        return attributes != null && attributes.isRegularFile();
    }

    public boolean isFolder() {
        return attributes != null && attributes.isDirectory();
    }

    /**
     * To be asked before opening, since opening a pipe or a device would wait or do something. Whoever puts a pipe here
     * between this question and the opening makes the call wait; nothing is read or written.
     */
    void requireNoSpecialFile() throws Refused {
        if (attributes != null && attributes.isOther()) {
            throw new Refused("%s is a pipe, socket or device, not a file: use exec for it".formatted(given));
        }
    }

    /** To be asked by whoever writes. */
    void requireWritable() throws Refused, IOException {
        requireNoSpecialFile();
        if (isFolder()) {
            throw new Refused("%s is a folder: give the path of a file in it".formatted(given));
        }
        if (exists()) {
            // A file is replaced, which only its folder has to permit: opening it asks for its own permission as well.
            open(StandardOpenOption.WRITE).close();
        }
    }

    /** To be asked by whoever needs what is there. */
    void requireExists(String advice) throws Refused, IOException {
        if (!exists()) {
            throw new Refused("there is no file %s%s; %s".formatted(given, advice, Neighbours.of(folder, name)));
        }
    }

    FileChannel read() throws IOException {
        return open(StandardOpenOption.READ);
    }

    private FileChannel open(OpenOption option) throws IOException {
        return channel(folder, name, Set.of(option, LinkOption.NOFOLLOW_LINKS));
    }

    static FileChannel channel(
            SecureDirectoryStream<Path> folder, Path name, Set<OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        SeekableByteChannel channel = folder.newByteChannel(name, options, attributes);
        if (channel instanceof FileChannel file) {
            return file;
        }
        channel.close();
        throw new IOException("the file system has no file channels");
    }

    /** What stands under a name, links not followed. */
    static @Nullable BasicFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        try {
            return folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes();
        } catch (NoSuchFileException _) {
            return null;
        }
    }
}
