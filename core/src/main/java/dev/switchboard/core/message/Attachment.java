package dev.switchboard.core.message;

import org.jspecify.annotations.Nullable;

/**
 * What came in place of a text, such as a recording: a file of ours that is on disk.
 *
 * @param file its name where attachments are kept
 * @param format what it is, such as {@code audio/wav}
 * @param language what is spoken, as its sender says
 * @param sha256 of its bytes, in hex
 */
public record Attachment(
        String file, String format, @Nullable String language, String sha256, long bytes) {}
