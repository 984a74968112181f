package dev.switchboard.app.conformance.channel;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a server is tested with.
 *
 * @param token sent as {@code Authorization: Bearer} with the upgrade; absent means none
 * @param peerId the names of all peers and messages of the run begin with it; a run under a used one finds its ids taken
 * @param patience how long each frame is waited for, the model's answer included
 */
public record ChannelSettings(URI url, @Nullable String token, String peerId, Duration patience) {
    public ChannelSettings {
        if (!"ws".equals(url.getScheme()) && !"wss".equals(url.getScheme())) {
            throw new IllegalArgumentException("the URL must begin with ws:// or wss://, was " + url);
        }
    }
}
