package dev.switchboard.core.run;

import dev.switchboard.core.message.Attachment;
import dev.switchboard.core.message.Attachments;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** For tests in which nobody speaks. */
final class NoAttachments implements Attachments {
    @Override
    public Attachment keep(byte[] bytes, String format, @Nullable String language) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path file(Attachment attachment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void letGo(Attachment attachment) {
        throw new UnsupportedOperationException();
    }
}
