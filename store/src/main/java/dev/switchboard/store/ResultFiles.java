package dev.switchboard.store;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.journal.StoredResult;
import dev.switchboard.core.journal.UnreadableResult;
import dev.switchboard.core.journal.WholeResult;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.node.ObjectNode;

/** Long results, each in a file that is on disk before the row that names it. Thread: any, never the writer's. */
final class ResultFiles {
    private static final Logger log = LoggerFactory.getLogger(ResultFiles.class);
    private static final Set<PosixFilePermission> OURS_TO_ENTER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OURS_TO_READ = PosixFilePermissions.fromString("rw-------");
    private static final FileAttribute<?> NEW_FOLDER = PosixFilePermissions.asFileAttribute(OURS_TO_ENTER);
    private static final FileAttribute<?> NEW_FILE = PosixFilePermissions.asFileAttribute(OURS_TO_READ);
    private static final Set<StandardOpenOption> ANEW =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);

    private static final String ENDING = ".json";

    private final Path folder;

    ResultFiles(Path folder) {
        this.folder = folder;
    }

    /** What an earlier version has left readable for others, who could not enter the folder though. */
    void closeToOthers() {
        if (Files.notExists(folder)) {
            return;
        }
        try (var files = Files.newDirectoryStream(folder)) {
            Files.setPosixFilePermissions(folder, OURS_TO_ENTER);
            for (var file : files) {
                close(file);
            }
        } catch (IOException | DirectoryIteratorException e) {
            log.warn("the folder of results could not be closed to others: {}", e.getMessage());
        }
    }

    private static void close(Path file) throws IOException {
        try {
            if (!Files.getPosixFilePermissions(file).equals(OURS_TO_READ)) {
                Files.setPosixFilePermissions(file, OURS_TO_READ);
            }
        } catch (NoSuchFileException _) {
            // Removed meanwhile, as too old.
        }
    }

    /**
     * Returns the name of the file when it is on disk.
     *
     * @throws UnreadableResult if it is the result that fails, and not the disk
     */
    String write(String eventId, WholeResult result) {
        var name = eventId + ENDING;
        try {
            // A channel is closed by an interrupt; what a tool has done must not be forgotten for one.
            Unheeding.call(() -> {
                write(folder.resolve(name), result);
                return name;
            });
            return name;
        } catch (JacksonIOException e) {
            // Of ours: a result that cannot be read fails otherwise.
            throw unsaved(e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw unsaved(e.getMessage(), e);
        }
    }

    private static SwitchboardException unsaved(@Nullable String why, Exception e) {
        return new SwitchboardException(ErrorCode.STORE_UNAVAILABLE, "a long result could not be saved: " + why, e);
    }

    private void write(Path path, WholeResult result) throws IOException {
        if (Files.notExists(folder)) {
            Files.createDirectories(folder, NEW_FOLDER);
        }
        try (var file = FileChannel.open(path, ANEW, NEW_FILE);
                var text = Channels.newWriter(file, StandardCharsets.UTF_8);
                var json = Json.mapper().createGenerator(text)) {
            result.writeTo(json);
            json.flush();
            file.force(true);
        } catch (IOException | RuntimeException | Error e) { // of memory or of the disk: half of it is of no use
            remove(path, e);
            throw e;
        }
        try (var entry = FileChannel.open(folder, StandardOpenOption.READ)) {
            entry.force(true);
        }
    }

    private static void remove(Path path, Throwable reason) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    /** Empty if it is gone. */
    Optional<StoredResult> find(String name) {
        var file = folder.resolve(name);
        return Files.exists(file) ? Optional.of(() -> Files.newBufferedReader(file)) : Optional.empty();
    }

    /** Empty if it is gone. */
    Optional<ObjectNode> read(String name) {
        try (var json = Files.newBufferedReader(folder.resolve(name))) {
            return Optional.of(Json.mapper().readValue(json, ObjectNode.class));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The events whose results were written before this. */
    List<String> writtenBefore(Instant time) throws IOException {
        var events = new ArrayList<String>();
        if (Files.exists(folder)) {
            try (var files = Files.newDirectoryStream(folder, "*" + ENDING)) {
                for (var file : files) {
                    if (isBefore(file, time)) {
                        var name = file.getFileName().toString();
                        events.add(name.substring(0, name.length() - ENDING.length()));
                    }
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
        }
        return events;
    }

    private static boolean isBefore(Path file, Instant time) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toInstant().isBefore(time);
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /** The result of this event. */
    void deleteOf(String eventId) throws IOException {
        delete(eventId + ENDING);
    }

    void delete(String name) throws IOException {
        Files.deleteIfExists(folder.resolve(name));
    }
}
