package dev.switchboard.edge.api;

import dev.switchboard.core.workspace.FileBytes;
import dev.switchboard.core.workspace.FileText;
import dev.switchboard.core.workspace.Look;
import dev.switchboard.core.workspace.NotShown;
import dev.switchboard.core.workspace.WorkFolder;
import dev.switchboard.core.workspace.WorkspaceFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Files in memory, by their whole path, and paths that are refused. */
final class MemoryFiles implements WorkspaceFiles {
    private final Map<Path, byte[]> files = new HashMap<>();
    private final Map<Path, NotShown> refused = new HashMap<>();
    /** How many are open just now. */
    int open;
    /** The most characters of a text. */
    int most = WorkspaceFiles.MOST_TEXT;
    /** So much is missing at the end of what is read, as of a file that was cut meanwhile. */
    int missing;

    void put(Path file, byte[] content) {
        files.put(file, content);
    }

    void put(Path file, String text) {
        put(file, text.getBytes(StandardCharsets.UTF_8));
    }

    void refuse(Path file, NotShown why) {
        refused.put(file, why);
    }

    @Override
    public Look<FileText> text(WorkFolder folder, String path, long start, long end) {
        var file = folder.path().resolve(path);
        var content = files.get(file.normalize());
        if (content == null) {
            return new Look.Refused<>(refused.getOrDefault(file, new NotShown.Missing(null)));
        }
        var text = new String(content, StandardCharsets.UTF_8);
        var lines = text.isEmpty() ? List.<String>of() : List.of(text.split("(?<=\n)"));
        var shown = lines.subList((int) start - 1, (int) Math.min(end, lines.size()));
        var joined = String.join("", shown);
        return new Look.Found<>(new FileText(
                folder.path().relativize(file.normalize()).toString(),
                joined.substring(0, Math.min(most, joined.length())),
                shown.size(),
                content.length,
                end < lines.size() || joined.length() > most));
    }

    @Override
    public Look<FileBytes> bytes(WorkFolder folder, String path) {
        var file = folder.path().resolve(path);
        var content = files.get(file.normalize());
        if (content == null) {
            return new Look.Refused<>(refused.getOrDefault(file, new NotShown.Missing(null)));
        }
        open++;
        var bytes = new ByteArrayInputStream(content, 0, content.length - missing);
        return new Look.Found<>(new FileBytes() {
            @Override
            public String name() {
                return String.valueOf(file.getFileName());
            }

            @Override
            public long size() {
                return content.length;
            }

            @Override
            public int read(byte[] into) throws IOException {
                return bytes.read(into);
            }

            @Override
            public void close() {
                open--;
            }
        });
    }
}
