package dev.switchboard.app.config;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.switchboard.core.tool.ApprovalMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a channel's own adapter is told.
 *
 * @param heartbeatSeconds how often a device is pinged
 * @param maxMessageChars the longest text a peer may send, in code points
 * @param token what a peer must show; without one only this machine gets in
 * @param approval when a person is asked before a tool runs, see {@link ChannelConfig#approval}
 */
public record ChannelSettings(
        int heartbeatSeconds,
        @JsonAlias("max_message_chars") int maxMessageChars,
        @Nullable Secret token,
        @Nullable ApprovalMode approval) {

    public static final ChannelSettings DEFAULT = new ChannelSettings(30, 20_000, null, null);

    public ChannelSettings {
        new Mistakes()
                .between(1, 3_600, "heartbeatSeconds", heartbeatSeconds)
                .between(1, 200_000, "maxMessageChars", maxMessageChars)
                .raise();
    }

    public Duration heartbeat() {
        return Duration.ofSeconds(heartbeatSeconds);
    }
}
