package dev.switchboard.client;

import dev.switchboard.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * A file of lines, each a {@link Line} as JSON, each on the disk when {@link #append} returns. A line that a crash has
 * torn was never promised to anyone and is cut off. Not thread-safe.
 */
final class Journal implements AutoCloseable {
    /** One thing that happened. {@code op} says what; the others are there where they belong. */
    record Line(
            String op,
            @Nullable String id,
            @Nullable String text,
            @Nullable Long last) {}

    private final Path file;
    private FileChannel channel;
    private final List<Line> found;

    private Journal(Path file, FileChannel channel, List<Line> found) {
        this.file = file;
        this.channel = channel;
        this.found = found;
    }

    static Journal open(Path file) {
        try {
            var lines = new ArrayList<Line>();
            long good = Files.exists(file) ? read(file, lines) : 0;
            var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.truncate(good).position(good);
            channel.force(true);
            return new Journal(file, channel, List.copyOf(lines));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open %s (%s)".formatted(file, e.getMessage()), e);
        }
    }

    /** Returns how many bytes of the file are whole lines. */
    private static long read(Path file, List<Line> into) throws IOException {
        var bytes = Files.readAllBytes(file);
        int start = 0;
        for (int end = 0; end < bytes.length; end++) {
            if (bytes[end] == '\n') {
                var text = new String(bytes, start, end - start, StandardCharsets.UTF_8);
                try {
                    into.add(Json.mapper().readValue(text, Line.class));
                } catch (JacksonException e) {
                    throw new IOException("it is damaged at byte %d; move it away to start afresh".formatted(start), e);
                }
                start = end + 1;
            }
        }
        return start;
    }

    /** What was in the file when it was opened. */
    List<Line> found() {
        return found;
    }

    /** Returns when it is on disk. If it throws, the line is not in the file. */
    void append(Line line) {
        try {
            long before = channel.position();
            try {
                write(channel, line);
                channel.force(false);
            } catch (IOException e) {
                channel.truncate(before).position(before);
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write %s (%s)".formatted(file, e.getMessage()), e);
        }
    }

    long size() {
        try {
            return channel.position();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts these lines in the place of all others, or leaves everything as it was. */
    void replace(List<Line> lines) {
        var fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            var next = FileChannel.open(
                    fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
            try {
                for (var line : lines) {
                    write(next, line);
                }
                next.force(true);
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
                forceFolder();
            } catch (IOException e) {
                next.close();
                throw e;
            }
            channel.close();
            channel = next;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write %s (%s)".formatted(fresh, e.getMessage()), e);
        }
    }

    private void forceFolder() throws IOException {
        try (var folder = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    private static void write(FileChannel to, Line line) throws IOException {
        var bytes = ByteBuffer.wrap((Json.mapper().writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
