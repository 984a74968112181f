package dev.switchboard.core.speech;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.message.Attachment;
import dev.switchboard.core.message.Attachments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The text of a message that came as a recording, within a bounded time or not at all.
 *
 * <p>Thread: the run's. Interrupting it ends the wait at once; the transcriber has a thread of its own, since an engine may
 * take its time to notice.
 */
public final class Transcription {
    /** An engine that has not answered by then has failed. */
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Logger log = LoggerFactory.getLogger(Transcription.class);

    private final Attachments attachments;
    private final Transcriber transcriber;
    private final Duration patience;

    public Transcription(Attachments attachments, Transcriber transcriber) {
        this(attachments, transcriber, PATIENCE);
    }

    public Transcription(Attachments attachments, Transcriber transcriber, Duration patience) {
        this.attachments = attachments;
        this.transcriber = transcriber;
        this.patience = patience;
    }

    /** @throws SwitchboardException in words for the person who spoke, whatever went wrong */
    public String of(Attachment attachment) throws InterruptedException {
        var file = attachments.file(attachment);
        if (!isWhole(file, attachment)) {
            throw failed(
                    "The recording of this message is gone or cannot be read. Please record it again, or type it.");
        }
        var text = ask(attachment, file).strip();
        if (text.isEmpty()) {
            throw failed("Nothing could be made out in the recording. Please record it again, or type it.");
        }
        return text;
    }

    private static boolean isWhole(Path file, Attachment attachment) {
        try {
            return Files.isReadable(file) && Files.size(file) == attachment.bytes();
        } catch (IOException e) {
            return false;
        }
    }

    private String ask(Attachment attachment, Path file) throws InterruptedException {
        var asked = new FutureTask<>(() -> transcriber.text(attachment, file));
        Thread.ofVirtual().name("transcription of " + attachment.file()).start(asked);
        try {
            return asked.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw failed("The recording was not understood within %d seconds. Please send it again, or type it."
                    .formatted(patience.toSeconds()));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SwitchboardException inWords) {
                throw new SwitchboardException(inWords.code(), String.valueOf(inWords.getMessage()), inWords);
            }
            log.atError().setCause(e.getCause()).log("a recording could not be made a text");
            throw failed("The recording could not be made a text. Please send it again, or type it.");
        } finally {
            asked.cancel(true);
        }
    }

    private static SwitchboardException failed(String sentence) {
        return new SwitchboardException(ErrorCode.TRANSCRIPTION_FAILED, sentence);
    }
}
