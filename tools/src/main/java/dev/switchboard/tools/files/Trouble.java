package dev.switchboard.tools.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/** What a file system says, in words a model can use. */
final class Trouble {
    private Trouble() {}

    /** @param doing what was tried, such as {@code write notes.txt} */
    static String words(String doing, IOException e) {
        if (e instanceof AccessDeniedException) {
            return "no permission to %s: nothing was changed; ask the person, or choose another file".formatted(doing);
        }
        if (e instanceof NoSuchFileException) {
            return "cannot %s: something on its way was moved or deleted meanwhile; try again".formatted(doing);
        }
        var reason = e instanceof FileSystemException failed && failed.getReason() != null
                ? failed.getReason()
                : String.valueOf(e.getMessage());
        if (isFull(reason)) {
            return "cannot %s: no space left (%s); nothing was changed; free some space first".formatted(doing, reason);
        }
        return "cannot %s: %s; nothing was changed".formatted(doing, reason);
    }

    private static boolean isFull(String reason) {
        var lower = reason.toLowerCase(Locale.ROOT);
        return lower.contains("no space") || lower.contains("quota");
    }
}
