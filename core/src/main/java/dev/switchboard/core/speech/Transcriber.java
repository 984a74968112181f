package dev.switchboard.core.speech;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.message.Attachment;
import java.nio.file.Path;

/** Turns what was spoken into a text. Thread: any. */
public interface Transcriber {
    /** For a gateway that has none. */
    Transcriber NONE = (_, _) -> {
        throw new SwitchboardException(
                ErrorCode.TRANSCRIPTION_FAILED,
                "This gateway has nothing that makes texts of recordings. Please type it instead.");
    };

    /**
     * @param file the recording; it is there and can be read
     * @return what was said; blank if nothing was
     * @throws SwitchboardException in words for the person who spoke
     * @throws InterruptedException as soon as nobody waits for it any more
     */
    String text(Attachment attachment, Path file) throws InterruptedException;
}
