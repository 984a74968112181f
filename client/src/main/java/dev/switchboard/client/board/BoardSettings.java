package dev.switchboard.client.board;

import dev.switchboard.client.link.TokenAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who the board is and where its gateway is.
 *
 * @param url {@code ws://} or {@code wss://}, down to {@code /api/board/ws}; over {@code ws://} a token goes to this
 *     machine only
 * @param deviceId what this board is called
 * @param scopes what it asks to be allowed; {@code *} for all that the token has
 * @param caFile certificates in PEM that are trusted instead of the system's, for {@code wss://}
 */
public record BoardSettings(
        URI url,
        String token,
        String deviceId,
        List<String> scopes,
        @Nullable Path caFile,
        BoardTiming timing) {
    public BoardSettings {
        scopes = List.copyOf(scopes);
        TokenAddress.check(url);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "board %s at %s".formatted(deviceId, url);
    }
}
