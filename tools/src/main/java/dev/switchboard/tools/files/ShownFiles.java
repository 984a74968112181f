package dev.switchboard.tools.files;

import dev.switchboard.core.workspace.FileBytes;
import dev.switchboard.core.workspace.FileText;
import dev.switchboard.core.workspace.Look;
import dev.switchboard.core.workspace.NotShown;
import dev.switchboard.core.workspace.WorkFolder;
import dev.switchboard.core.workspace.WorkspaceFiles;
import dev.switchboard.tools.Refused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files for people, found and opened as the tools do it: by the same walk, from handle to handle. */
public final class ShownFiles implements WorkspaceFiles {
    private static final Logger log = LoggerFactory.getLogger(ShownFiles.class);

    @FunctionalInterface
    private interface Opening<T> {
        T open(Place place) throws Refused, IOException;
    }

    @Override
    public Look<FileText> text(WorkFolder workspace, String path, long start, long end) {
        return look(workspace, path, place -> {
            try (var file = place.read()) {
                var window = Window.read(path, file, start, end - start + 1, MOST_TEXT);
                return new FileText(place.viewerPath(), window.text(), window.lines(), file.size(), window.more());
            }
        });
    }

    @Override
    public Look<FileBytes> bytes(WorkFolder workspace, String path) {
        return look(workspace, path, place -> {
            var file = place.read();
            try {
                return new Opened(place.name().toString(), file.size(), file);
            } catch (IOException e) {
                file.close();
                throw e;
            }
        });
    }

    private static <T> Look<T> look(WorkFolder workspace, String path, Opening<T> opening) {
        try (var open = Workspace.openExisting(workspace)) {
            var place = open.find(path);
            if (!place.exists()) {
                return new Look.Refused<>(new NotShown.Missing(Neighbours.nearest(place.folder(), place.name())));
            }
            // Before it is opened: opening a pipe would wait, and opening a device do something.
            return place.isFile()
                    ? new Look.Found<>(opening.open(place))
                    : new Look.Refused<>(new NotShown.NoFile(place.isFolder()));
        } catch (FileRefused e) {
            return new Look.Refused<>(e.fact());
        } catch (Refused e) {
            return new Look.Refused<>(new NotShown.NoPath(e.why()));
        } catch (NoSuchFileException _) {
            return new Look.Refused<>(new NotShown.Missing(null));
        } catch (IOException e) {
            return new Look.Refused<>(new NotShown.Unreadable(reason(e)));
        }
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "the gateway has no permission";
        }
        return e instanceof FileSystemException failed && failed.getReason() != null
                ? failed.getReason()
                : String.valueOf(e.getMessage());
    }

    private record Opened(String name, long size, FileChannel file) implements FileBytes {
        @Override
        public int read(byte[] into) throws IOException {
            return file.read(ByteBuffer.wrap(into));
        }

        @Override
        public void close() {
            try {
                file.close();
            } catch (IOException e) {
                log.debug("a file that was read could not be closed: {}", e.getMessage());
            }
        }
    }
}
