package dev.switchboard.app.gateway;

import dev.switchboard.app.config.Config;
import dev.switchboard.core.channel.ChannelSettings;
import java.util.List;

/** The configured channels as core sees them. */
final class Channels {
    private Channels() {}

    static List<ChannelSettings> settings(Config config) {
        return config.channels().entrySet().stream()
                .map(entry -> {
                    var channel = entry.getValue();
                    var token = channel.config().token();
                    return new ChannelSettings(
                            entry.getKey(),
                            channel.enabled(),
                            channel.kind().wireName(),
                            channel.mode().wireName(),
                            channel.accountId(),
                            channel.displayName(entry.getKey()),
                            channel.agent(),
                            channel.config().heartbeat(),
                            channel.config().maxMessageChars(),
                            token == null ? null : token.value());
                })
                .toList();
    }
}
