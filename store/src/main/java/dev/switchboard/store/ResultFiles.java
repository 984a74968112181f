package dev.switchboard.store;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Long results, each in a file that is on disk before the row that names it. Thread: any, never the writer's. */
final class ResultFiles {
    /** What a row may hold. */
    static final int MAX_IN_ROW = 64 * 1024;

    private final Path folder;

    ResultFiles(Path folder) {
        this.folder = folder;
    }

    /** The name of the file, null if the text is short enough for a row. */
    @Nullable
    String write(String eventId, String text) {
        if (text.length() <= MAX_IN_ROW) {
            return null;
        }
        var name = eventId + ".json";
        // On a thread nobody interrupts: a channel closes under one that is interrupted, and after a stop nobody would
        // know what was done, though the result was there.
        try {
            CompletableFuture.runAsync(
                            () -> keep(name, text),
                            work -> Thread.ofPlatform().name(name).daemon().start(work))
                    .join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case SwitchboardException failure -> throw failure;
                case Error error -> throw error;
                case null, default -> throw e;
            }
        }
        return name;
    }

    private void keep(String name, String text) {
        try {
            if (Files.notExists(folder)) {
                Files.createDirectories(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            try (var file = FileChannel.open(
                    folder.resolve(name),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
                file.force(true);
            }
            try (var entry = FileChannel.open(folder, StandardOpenOption.READ)) {
                entry.force(true);
            }
        } catch (IOException e) {
            throw new SwitchboardException(
                    ErrorCode.STORE_UNAVAILABLE, "a long result could not be saved: " + e.getMessage(), e);
        }
    }

    /** Empty if it is gone. */
    Optional<String> read(String name) {
        try {
            return Optional.of(Files.readString(folder.resolve(name)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void delete(String name) throws IOException {
        Files.deleteIfExists(folder.resolve(name));
    }
}
