package dev.switchboard.core.channel;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What makes a message admissible, in the words its sender is told. */
public final class MessageRules {
    public static final int MAX_ID = 128;

    private MessageRules() {}

    /** What is wrong with the draft, if anything. */
    static Optional<String> complaint(Draft draft, int maxChars) {
        return required("peer_id", draft.peerId())
                .or(() -> required("message_id", draft.messageId()))
                .or(() -> content(draft, maxChars))
                .or(() -> optional("thread_id", draft.threadId()))
                .or(() -> optional("user_id", draft.userId()));
    }

    /** An id that must be there. */
    public static Optional<String> required(String field, @Nullable String id) {
        return id == null || id.isBlank() ? Optional.of(field + " is required") : optional(field, id);
    }

    /** An id that may be absent. */
    public static Optional<String> optional(String field, @Nullable String id) {
        if (id == null) {
            return Optional.empty();
        }
        if (id.isEmpty() || id.codePointCount(0, id.length()) > MAX_ID) {
            return Optional.of("%s must have 1 to %d characters".formatted(field, MAX_ID));
        }
        return id.codePoints().anyMatch(MessageRules::unprintable)
                ? Optional.of(field + " must not contain control characters")
                : Optional.empty();
    }

    /** What is wrong with a text of more characters than a channel takes. */
    public static Optional<String> tooLong(String field, String text, int maxChars) {
        return text.codePointCount(0, text.length()) > maxChars
                ? Optional.of("%s is too long: at most %d characters (max_message_chars)".formatted(field, maxChars))
                : Optional.empty();
    }

    /** The text with lone halves of surrogate pairs replaced, since no encoding can carry them. */
    public static String wellFormed(String text) {
        if (text.codePoints().noneMatch(MessageRules::loneSurrogate)) {
            return text;
        }
        var clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> clean.appendCodePoint(loneSurrogate(c) ? 0xFFFD : c));
        return clean.toString();
    }

    /** A text, or what becomes one. */
    private static Optional<String> content(Draft draft, int maxChars) {
        var attachment = draft.attachment();
        if (attachment == null) {
            return text(draft.text(), maxChars);
        }
        return draft.text() == null
                ? required("format", attachment.format())
                : Optional.of("text and an attachment cannot come together, send them one after the other");
    }

    private static Optional<String> text(@Nullable String text, int maxChars) {
        if (text == null || text.isBlank()) {
            return Optional.of("text is required");
        }
        return tooLong("text", text, maxChars);
    }

    private static boolean unprintable(int codePoint) {
        return Character.isISOControl(codePoint) || loneSurrogate(codePoint);
    }

    private static boolean loneSurrogate(int codePoint) {
        return Character.getType(codePoint) == Character.SURROGATE;
    }
}
