package dev.switchboard.tools.exec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process as {@code /proc/<pid>/stat} tells of it.
 *
 * @param started in ticks since the machine started
 */
record ProcStat(long pid, char state, long group, long session, long started) {
    private static final Path PROC = Path.of("/proc");

    /** Ended processes that nobody asked about yet still have an entry. */
    boolean alive() {
        return state != 'Z' && state != 'X';
    }

    /** Whether it was started by the user we are, whoever it has become since. */
    boolean isOurs() {
        return user(PROC.resolve(Long.toString(pid))).equals(user(PROC.resolve("self")));
    }

    private static Optional<String> user(Path process) {
        try (var lines = Files.lines(process.resolve("status"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith("Uid:"))
                    .map(line -> line.split("\\s+", -1)[1])
                    .findFirst();
        } catch (IOException | UncheckedIOException _) {
            return Optional.empty();
        }
    }

    /** Empty if there is no such process. */
    static Optional<ProcStat> read(long pid) {
        try {
            // Names of programs are bytes, not text.
            return Optional.of(parse(
                    Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"), StandardCharsets.ISO_8859_1)));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** All that can be seen. */
    static List<ProcStat> all() throws IOException {
        var all = new ArrayList<ProcStat>();
        try (var entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (var entry : entries) {
                read(Long.parseLong(entry.getFileName().toString())).ifPresent(all::add);
            }
        }
        return all;
    }

    static ProcStat parse(String line) {
        // The second field is the program's name in parentheses, and may have spaces and parentheses itself.
        int name = line.indexOf('(');
        int end = line.lastIndexOf(')');
        var fields = line.substring(end + 1).strip().split(" ", -1);
        return new ProcStat(
                Long.parseLong(line.substring(0, name).strip()),
                fields[0].charAt(0),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[19]));
    }
}
