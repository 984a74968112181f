package dev.switchboard.app.conformance.channel;

import dev.switchboard.app.conformance.Transcript;
import dev.switchboard.json.Json;
import java.net.http.HttpClient;
import tools.jackson.databind.JsonNode;

/** Makes connections, and names that nobody has used before. Thread: the grader's. */
final class Peers {
    private final HttpClient http;
    private final ChannelSettings settings;
    private final Transcript transcript;
    private int connections;
    private int peers;
    private int messages;

    Peers(HttpClient http, ChannelSettings settings, Transcript transcript) {
        this.http = http;
        this.settings = settings;
        this.transcript = transcript;
    }

    ChannelSettings settings() {
        return settings;
    }

    /** Opens a socket and says nothing. */
    Connection open() throws Disappointment, InterruptedException {
        return Connection.open(http, settings, transcript, ++connections);
    }

    /** A peer of its own for each check, so that one failure does not spoil the next. */
    String newPeer() {
        return "%s-%d".formatted(settings.peerId(), ++peers);
    }

    String newId() {
        return "%s-%06d".formatted(settings.peerId(), ++messages);
    }

    /** Opens a socket, connects as this peer and takes the greeting. */
    Connection connect(String peer) throws Disappointment, InterruptedException {
        var connection = open();
        greet(connection, peer);
        return connection;
    }

    Connection connect() throws Disappointment, InterruptedException {
        return connect(newPeer());
    }

    /** Returns the {@code connected} frame. */
    JsonNode greet(Connection connection, String peer) throws Disappointment, InterruptedException {
        connection.send(connectFrame(peer));
        return connection.expect("connected");
    }

    static String connectFrame(String peer) {
        var frame = Json.mapper().createObjectNode();
        frame.put("type", "connect").put("peer_id", peer).put("device_name", "channel-test");
        frame.putArray("capabilities").add("text");
        return frame.toString();
    }

    static String message(String id, String text) {
        return Json.mapper()
                .createObjectNode()
                .put("type", "message")
                .put("message_id", id)
                .put("text", text)
                .toString();
    }
}
