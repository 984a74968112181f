package dev.switchboard.app.conformance.channel;

import static dev.switchboard.app.conformance.channel.ChannelChecks.accepted;
import static dev.switchboard.app.conformance.channel.ChannelChecks.moment;
import static dev.switchboard.app.conformance.channel.ChannelChecks.text;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The checks about a message and its reply. */
final class DeliveryChecks {
    private static final String SEEN = "";
    private static final String HELLO = "Please answer with one short sentence.";
    private static final int MAX_TRIES = 20;

    private final Peers peers;

    DeliveryChecks(Peers peers) {
        this.peers = peers;
    }

    String ackFirst() throws Disappointment, InterruptedException {
        try (var connection = peers.connect()) {
            var id = peers.newId();
            connection.send(Peers.message(id, HELLO));
            var ack = connection.expect("ack");
            same("message_id", id, text(ack, "message_id"));
            text(ack, "session_id");
            accepted(ack);
            return SEEN;
        }
    }

    String reply() throws Disappointment, InterruptedException {
        try (var connection = peers.connect()) {
            var reply = turn(connection, peers.newId());
            same("role", "assistant", text(reply, "role"));
            for (var field : List.of("run_id", "text", "finish_reason")) {
                text(reply, field);
            }
            return SEEN;
        }
    }

    String duplicateAnswered() throws Disappointment, InterruptedException {
        try (var connection = peers.connect()) {
            var id = peers.newId();
            var said = text(turn(connection, id), "text");
            connection.send(Peers.message(id, HELLO));
            var ack = connection.expect("ack");
            duplicate(ack);
            if (ack.path("pending").asBoolean(true)) {
                throw new Disappointment("pending must be false for an answered id: " + ack);
            }
            same("reply", said, text(ack, "reply"));
            return SEEN;
        }
    }

    /** The second frame is sent behind the first, before anything is read. */
    String duplicatePending() throws Disappointment, InterruptedException {
        try (var connection = peers.connect()) {
            var id = peers.newId();
            connection.send(Peers.message(id, HELLO));
            connection.send(Peers.message(id, HELLO));
            accepted(ack(connection, id).ack());
            var second = ack(connection, id);
            duplicate(second.ack());
            if (!second.ack().path("pending").asBoolean(false)) {
                text(second.ack(), "reply");
                return "the run was over before its id came a second time";
            }
            return SEEN;
        }
    }

    /**
     * Asks on one connection and opens another before the reply. If the reply was faster, asks on the newer one, and the
     * older must hear nothing of it.
     */
    String newestConnection() throws Disappointment, InterruptedException {
        var peer = peers.newPeer();
        try (var older = peers.connect(peer);
                var newer = peers.open()) {
            var id = peers.newId();
            older.send(Peers.message(id, HELLO));
            var first = ack(older, id);
            peers.greet(newer, peer);
            if (first.reply() == null && !heard(older, id)) {
                reply(newer, id);
                return SEEN;
            }
            var another = peers.newId();
            turn(newer, another);
            if (heard(older, another)) {
                throw new Disappointment("the older connection got the reply to " + another);
            }
            return SEEN;
        }
    }

    /** Whether a reply to this id comes in a moment; a connection that was closed hears nothing. */
    private boolean heard(Connection connection, String id) throws InterruptedException {
        try {
            JsonNode frame;
            while ((frame = connection.next(moment(peers.settings().patience()))) != null) {
                if (isReply(frame, id)) {
                    return true;
                }
            }
            return false;
        } catch (Disappointment closed) {
            return false;
        }
    }

    /** The device leaves after the ack and comes back for its answer. */
    String lostReply() throws Disappointment, InterruptedException {
        var peer = peers.newPeer();
        var id = peers.newId();
        try (var leaving = peers.connect(peer)) {
            leaving.send(Peers.message(id, HELLO));
            accepted(ack(leaving, id).ack());
            leaving.cut();
        }
        try (var back = peers.connect(peer)) {
            for (int tries = 0; tries < MAX_TRIES; tries++) {
                back.send(Peers.message(id, HELLO));
                var again = ack(back, id);
                duplicate(again.ack());
                if (!again.ack().path("pending").asBoolean(false)) {
                    text(again.ack(), "reply");
                    return SEEN;
                }
                if (again.reply() == null) {
                    reply(back, id); // it was not over yet, so it comes by itself; then ask once more
                }
            }
            throw new Disappointment("%s stays pending though its reply has come".formatted(id));
        }
    }

    /** A turn as a device sees it, in whatever order it came: that is judged by one check only. */
    private record Acknowledged(JsonNode ack, @Nullable JsonNode reply) {}

    /** Sends a message and returns its reply. */
    static JsonNode turn(Connection connection, String frame, String id) throws Disappointment, InterruptedException {
        connection.send(frame);
        var acknowledged = ack(connection, id);
        accepted(acknowledged.ack());
        var reply = acknowledged.reply();
        return reply != null ? reply : reply(connection, id);
    }

    private static JsonNode turn(Connection connection, String id) throws Disappointment, InterruptedException {
        return turn(connection, Peers.message(id, HELLO), id);
    }

    /** Waits for the ack; the reply is there too if it came first. */
    private static Acknowledged ack(Connection connection, String id) throws Disappointment, InterruptedException {
        JsonNode reply = null;
        var frame = connection.next();
        while (isReply(frame, id)) {
            reply = frame;
            frame = connection.next();
        }
        if (!frame.path("type").asString("").equals("ack")) {
            throw new Disappointment("expected the ack of %s, got %s".formatted(id, frame));
        }
        return new Acknowledged(frame, reply);
    }

    private static JsonNode reply(Connection connection, String id) throws Disappointment, InterruptedException {
        var frame = connection.next();
        if (!isReply(frame, id)) {
            throw new Disappointment("expected the reply to %s, got %s".formatted(id, frame));
        }
        return frame;
    }

    private static boolean isReply(JsonNode frame, String id) {
        return frame.path("type").asString("").equals("message")
                && frame.path("message_id").asString("").equals(id);
    }

    private static void duplicate(JsonNode ack) throws Disappointment {
        if (ack.path("accepted").asBoolean(true) || !ack.path("duplicate").asBoolean(false)) {
            throw new Disappointment("an id that was sent before must be a duplicate and not accepted: " + ack);
        }
    }

    private static void same(String what, String expected, String was) throws Disappointment {
        if (!expected.equals(was)) {
            throw new Disappointment("%s should be %s and was %s".formatted(what, expected, was));
        }
    }
}
