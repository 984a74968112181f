package dev.switchboard.client.board;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    public BoardSettings {
        scopes = List.copyOf(scopes);
        if (!("ws".equals(url.getScheme()) || "wss".equals(url.getScheme())) || url.getHost() == null) {
            throw new IllegalArgumentException("%s is no ws:// or wss:// address".formatted(url));
        }
        if ("ws".equals(url.getScheme()) && !THIS_MACHINE.contains(url.getHost())) {
            throw new IllegalArgumentException(
                    "%s is another machine, and others could read the token on its way there".formatted(url.getHost()));
        }
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "board %s at %s".formatted(deviceId, url);
    }
}
