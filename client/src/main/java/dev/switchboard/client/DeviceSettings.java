package dev.switchboard.client;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Who the device is and where its gateway is.
 *
 * @param url {@code ws://} or {@code wss://}, down to the channel
 * @param peerId stays the same for the life of the device
 * @param token the channel's, if it has one
 * @param tokenInConnect sends the token in the {@code connect} frame instead of the {@code Authorization} header
 * @param caFile certificates in PEM that are trusted instead of the system's, for {@code wss://}
 */
public record DeviceSettings(
        URI url,
        String peerId,
        @Nullable String deviceName,
        @Nullable String token,
        boolean tokenInConnect,
        @Nullable Path caFile,
        Timing timing) {

    public DeviceSettings {
        if (!("ws".equals(url.getScheme()) || "wss".equals(url.getScheme())) || url.getHost() == null) {
            throw new IllegalArgumentException("%s is no ws:// or wss:// address".formatted(url));
        }
        if (peerId.isEmpty()
                || peerId.codePointCount(0, peerId.length()) > 120
                || peerId.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a peer id has 1 to 120 characters and no control characters");
        }
    }

    public static DeviceSettings of(URI url, String peerId) {
        return new DeviceSettings(url, peerId, null, null, false, null, Timing.DEFAULT);
    }
}
