package dev.switchboard.app.conformance.channel;

import dev.switchboard.json.Json;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How each requirement is tried. A check returns why it could not be seen, or nothing; it throws what disappoints it. */
final class ChannelChecks {
    private static final String SEEN = "";
    private static final String HELLO = "Please answer with one short sentence.";

    private final Peers peers;
    private final DeliveryChecks delivery;

    ChannelChecks(Peers peers) {
        this.peers = peers;
        this.delivery = new DeliveryChecks(peers);
    }

    String check(ChannelRequirement requirement) throws Disappointment, InterruptedException {
        return switch (requirement) {
            case OPENS -> opens();
            case CONNECTED -> connected();
            case PONG -> pong();
            case MESSAGE_BEFORE_CONNECT -> refused(peers.open(), Peers.message(peers.newId(), HELLO), "connect");
            case PEER_ID_REQUIRED -> refused(peers.open(), "{\"type\":\"connect\"}", "peer_id");
            case MESSAGE_ID_REQUIRED ->
                refused(peers.connect(), "{\"type\":\"message\",\"text\":\"hello\"}", "message_id");
            case TEXT_REQUIRED -> refused(peers.connect(), withoutText(peers.newId()), "text");
            case UNKNOWN_TYPE -> refused(peers.connect(), "{\"type\":\"example\"}", "");
            case NOT_JSON -> refused(peers.connect(), "hello, this is not JSON", "");
            case UNKNOWN_FIELDS -> unknownFields();
            case ACK_FIRST -> delivery.ackFirst();
            case REPLY -> delivery.reply();
            case DUPLICATE_ANSWERED -> delivery.duplicateAnswered();
            case DUPLICATE_PENDING -> delivery.duplicatePending();
            case SAME_SESSION -> sameSession();
            case NEWEST_CONNECTION -> delivery.newestConnection();
            case LOST_REPLY -> delivery.lostReply();
            case OTHER_SESSION -> otherSession();
        };
    }

    private String opens() throws Disappointment, InterruptedException {
        try (var _ = peers.open()) {
            return SEEN;
        }
    }

    private String connected() throws Disappointment, InterruptedException {
        try (var connection = peers.open()) {
            var greeting = peers.greet(connection, peers.newPeer());
            text(greeting, "channel_id");
            text(greeting, "session_id");
            return SEEN;
        }
    }

    private String pong() throws Disappointment, InterruptedException {
        try (var connection = peers.connect()) {
            lives(connection);
            return SEEN;
        }
    }

    /** Sends a frame that is wrong, and expects words about it, the field among them, and a connection that goes on. */
    private static String refused(Connection connection, String frame, String about)
            throws Disappointment, InterruptedException {
        try (connection) {
            connection.send(frame);
            var error = text(connection.expect("error"), "error");
            if (!error.contains(about)) {
                throw new Disappointment("the error does not name %s: %s".formatted(about, error));
            }
            lives(connection);
            return SEEN;
        }
    }

    private String unknownFields() throws Disappointment, InterruptedException {
        try (var connection = peers.open()) {
            connection.send(withMore(Peers.connectFrame(peers.newPeer())));
            connection.expect("connected");
            connection.send(withMore("{\"type\":\"ping\"}"));
            connection.expect("pong");
            var id = peers.newId();
            DeliveryChecks.turn(connection, withMore(Peers.message(id, HELLO)), id);
            return SEEN;
        }
    }

    private String sameSession() throws Disappointment, InterruptedException {
        var peer = peers.newPeer();
        var first = session(peer);
        var second = session(peer);
        if (!first.equals(second)) {
            throw new Disappointment("the session was %s and is now %s".formatted(first, second));
        }
        return SEEN;
    }

    private String otherSession() throws Disappointment, InterruptedException {
        var session = session(peers.newPeer());
        if (session.equals(session(peers.newPeer()))) {
            throw new Disappointment("two peers share the session " + session);
        }
        return SEEN;
    }

    private String session(String peer) throws Disappointment, InterruptedException {
        try (var connection = peers.open()) {
            return text(peers.greet(connection, peer), "session_id");
        }
    }

    private static void lives(Connection connection) throws Disappointment, InterruptedException {
        connection.send("{\"type\":\"ping\"}");
        connection.expect("pong");
    }

    static void accepted(JsonNode ack) throws Disappointment {
        if (!ack.path("accepted").asBoolean(false)) {
            throw new Disappointment("a new message was not accepted: " + ack);
        }
    }

    /** This field, which has to be a text with something in it. */
    static String text(JsonNode frame, String field) throws Disappointment {
        var value = frame.path(field);
        if (!value.isString() || value.stringValue().isBlank()) {
            throw new Disappointment("%s is missing in %s".formatted(field, frame));
        }
        return value.stringValue();
    }

    private static String withoutText(String id) {
        return "{\"type\":\"message\",\"message_id\":\"%s\"}".formatted(id);
    }

    private static String withMore(String frame) {
        var more = (ObjectNode) Json.mapper().readTree(frame);
        more.put("future_number", 7).putObject("future_object").putArray("list").add(true);
        return more.toString();
    }

    /** Long enough for a frame that is on its way to arrive, short enough not to be noticed. */
    static Duration moment(Duration patience) {
        var quarter = Duration.ofMillis(250);
        return patience.compareTo(quarter) < 0 ? patience : quarter;
    }
}
