package dev.switchboard.core.channel;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.OneLine;
import dev.switchboard.json.text.Shortened;
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

    /** The first characters of a text on one line. */
    public static String preview(String text) {
        return OneLine.of(text, MAX_PREVIEW);
    }

    /** That it happened, and nothing of what was said. */
    public ChannelEvent withoutPreview() {
        return new ChannelEvent(channelId, type, at, peerId, session, messageId, run, null);
    }

    /** Without secrets. The mark of a cut may stand in the middle of one. */
    public ChannelEvent masked(Masking masking) {
        if (preview == null) {
            return this;
        }
        var masked = preview.endsWith(Shortened.CUT)
                ? masking.maskCut(preview.substring(0, preview.length() - Shortened.CUT.length())) + Shortened.CUT
                : masking.mask(preview);
        return masked.equals(preview)
                ? this
                : new ChannelEvent(channelId, type, at, peerId, session, messageId, run, masked);
    }
}
