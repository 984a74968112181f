package dev.switchboard.tools.exec;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/**
 * Where the output of commands is while they run. A file has no name from its first moment on, so that nobody else opens
 * it and the system removes it when it is closed, also by a crash.
 */
final class OutputFiles {
    private static final FileAttribute<?> NEW_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<?> NEW_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Set<StandardOpenOption> NAMELESS = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);

    private final Path folder;

    OutputFiles(Path folder) {
        this.folder = folder;
    }

    FileChannel create() throws IOException {
        if (Files.notExists(folder)) {
            Files.createDirectories(folder, NEW_FOLDER);
        }
        return FileChannel.open(folder.resolve(UUID.randomUUID().toString()), NAMELESS, NEW_FILE);
    }
}
