package dev.switchboard.core.channel;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.DirectionMarks;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Something a channel did. Holds at most a preview of a text, never the text. */
public record ChannelEvent(
        String channelId,
        Type type,
        Instant at,
        @Nullable String peerId,
        @Nullable SessionId session,
        @Nullable String messageId,
        @Nullable RunId run,
        @Nullable String preview) {

    public static final int MAX_PREVIEW = 80;
    private static final String CUT = "…";

    public enum Type {
        ADAPTER_STARTED,
        TERMINAL_CONNECTED,
        TERMINAL_DISCONNECTED,
        INBOUND_ACCEPTED,
        INBOUND_DUPLICATE,
        DIRECT_RUN_STARTED,
        DIRECT_RUN_FINISHED,
        OUTBOUND_DELIVERED,
        OUTBOUND_UNCLAIMED,
        ADAPTER_STOPPED;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public ChannelEvent {
        if (preview != null && preview.codePointCount(0, preview.length()) > MAX_PREVIEW) {
            throw new IllegalArgumentException("a preview has at most " + MAX_PREVIEW + " characters");
        }
    }

    /**
     * The first characters of a text on one line, cut between characters and never inside one. What would reverse the
     * reading direction is written out.
     */
    public static String preview(String text) {
        // Made four times a message, so it looks at no more of the text than it shows.
        var stripped = text.strip();
        var line = new StringBuilder(MAX_PREVIEW + 1);
        int shown = 0;
        for (int i = 0; i < stripped.length() && shown <= MAX_PREVIEW; shown++) {
            int character = stripped.codePointAt(i);
            i += Character.charCount(character);
            if (isBlank(character)) {
                character = ' ';
                while (isBlank(stripped.charAt(i))) { // ends: what was stripped does not end with a blank
                    i++;
                }
            }
            if (DirectionMarks.is(character)) {
                var written = DirectionMarks.written(character);
                line.append(written);
                shown += written.length() - 1;
            } else {
                line.appendCodePoint(character);
            }
        }
        return shown <= MAX_PREVIEW
                ? line.toString()
                : line.substring(0, line.offsetByCodePoints(0, MAX_PREVIEW - 1)) + CUT;
    }

    /** Without secrets. The mark of a cut may stand in the middle of one. */
    public ChannelEvent masked(Masking masking) {
        if (preview == null) {
            return this;
        }
        var masked = preview.endsWith(CUT)
                ? masking.maskCut(preview.substring(0, preview.length() - CUT.length())) + CUT
                : masking.mask(preview);
        return masked.equals(preview)
                ? this
                : new ChannelEvent(channelId, type, at, peerId, session, messageId, run, masked);
    }

    private static boolean isBlank(int character) {
        return character == ' ' || (character >= '\t' && character <= '\r');
    }
}
