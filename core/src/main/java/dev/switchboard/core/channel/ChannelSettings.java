package dev.switchboard.core.channel;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A channel as configured.
 *
 * @param kind the family, such as {@code terminal}
 * @param mode the transport, such as {@code websocket}
 * @param token what a peer must know; a channel without one is open to this machine alone
 */
public record ChannelSettings(
        String channelId,
        boolean enabled,
        String kind,
        String mode,
        String accountId,
        String displayName,
        String agent,
        Duration heartbeat,
        int maxMessageChars,
        @Nullable String token) {

    /** Where this channel's clients go, without host: {@code /api/channels/{id}/{door}}. */
    public String path(String door) {
        var encoded = URLEncoder.encode(channelId, StandardCharsets.UTF_8).replace("+", "%20");
        return "/api/channels/" + encoded + "/" + door;
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "channel " + channelId;
    }
}
