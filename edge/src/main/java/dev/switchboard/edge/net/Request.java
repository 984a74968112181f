package dev.switchboard.edge.net;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One HTTP request with its whole body.
 *
 * @param path the raw path as sent, without the query
 * @param segments the path split at {@code /} first and each piece percent-decoded once after, so that an id may hold a
 *     slash
 * @param query decoded parameters; the first value wins
 * @param upgrade whether the client asks for a WebSocket
 * @param owner told whose it is when that is known: what it and its answer hold in memory counts as this user's
 */
public record Request(
        String method,
        String path,
        List<String> segments,
        Map<String, String> query,
        Headers headers,
        byte[] body,
        Peer peer,
        boolean upgrade,
        Consumer<String> owner) {

    /** One that nobody counts. */
    public Request(
            String method,
            String path,
            List<String> segments,
            Map<String, String> query,
            Headers headers,
            byte[] body,
            Peer peer,
            boolean upgrade) {
        this(method, path, segments, query, headers, body, peer, upgrade, _ -> {});
    }

    public Optional<String> header(String name) {
        return headers.first(name);
    }
}
