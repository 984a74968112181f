package dev.switchboard.edge.net;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One HTTP request with its whole body.
 *
 * @param path the raw path as sent, without the query
 * @param segments the path split at {@code /} first and each piece percent-decoded once after, so that an id may hold a
 *     slash
 * @param query decoded parameters; the first value wins
 * @param upgrade whether the client asks for a WebSocket
 */
public record Request(
        String method,
        String path,
        List<String> segments,
        Map<String, String> query,
        Headers headers,
        byte[] body,
        Peer peer,
        boolean upgrade) {

    public Optional<String> header(String name) {
        return headers.first(name);
    }
}
