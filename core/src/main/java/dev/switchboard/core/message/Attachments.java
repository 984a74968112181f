package dev.switchboard.core.message;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where attachments are kept. A file is there before the message that names it; what no message names after a crash is
 * removed at the next start. Thread: any.
 */
public interface Attachments {
    /**
     * Keeps this; returns when it is on disk. Who gets it names it in a draft at once.
     *
     * @throws dev.switchboard.core.failure.SwitchboardException in words, if it is too long, there is no room for it, or it
     *     cannot be written
     */
    Attachment keep(byte[] bytes, String format, @Nullable String language);

    /** Where it lies, or did. */
    Path file(Attachment attachment);

    /** No message has come of it. */
    void letGo(Attachment attachment);
}
