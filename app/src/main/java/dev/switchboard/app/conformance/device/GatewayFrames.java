package dev.switchboard.app.conformance.device;

import dev.switchboard.json.Json;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the scripted gateway says. As trees and not as the records of {@code protocol}, since it also says what those
 * cannot: once {@link #more} is on, every frame has fields that nobody knows.
 */
final class GatewayFrames {
    private boolean more;

    void more(boolean on) {
        more = on;
    }

    String connected(String peerId) {
        return frame("connected", frame -> frame.put("channel_id", DeviceSettings.CHANNEL)
                .put("session_id", session(peerId)));
    }

    String accepted(String id, String peerId) {
        return ack(id, peerId, frame -> frame.put("accepted", true));
    }

    String pending(String id, String peerId) {
        return ack(id, peerId, frame -> frame.put("accepted", false)
                .put("duplicate", true)
                .put("pending", true));
    }

    String answered(String id, String peerId, String reply) {
        return ack(id, peerId, frame -> frame.put("accepted", false)
                .put("duplicate", true)
                .put("pending", false)
                .put("reply", reply)
                .put("run_id", "run-" + id)
                .put("finish_reason", "stop"));
    }

    String refused(String id, String peerId) {
        return ack(id, peerId, frame -> frame.put("accepted", false)
                .put("code", "session_full")
                .put("error", "This session has too many messages waiting. Send it again in a moment."));
    }

    String reply(String id, String text) {
        return frame("message", frame -> frame.put("role", "assistant")
                .put("message_id", id)
                .put("run_id", "run-" + id)
                .put("text", text)
                .put("finish_reason", "stop"));
    }

    String error(String sentence) {
        return frame("error", frame -> frame.put("error", sentence));
    }

    String error(String sentence, String id) {
        return frame(
                "error",
                frame -> frame.put("error", sentence).put("message_id", id).put("code", "invalid"));
    }

    String pong() {
        return frame("pong", _ -> {});
    }

    /** Of a type that no device can know yet. */
    String unheardOf() {
        return frame("weather", frame -> frame.put("degrees", 21));
    }

    static String session(String peerId) {
        return "%s:local:%s"
                .formatted(DeviceSettings.CHANNEL, peerId.replace("%", "%25").replace(":", "%3A"));
    }

    private String ack(String id, String peerId, Consumer<ObjectNode> fill) {
        return frame("ack", frame -> {
            frame.put("message_id", id).put("session_id", session(peerId));
            fill.accept(frame);
        });
    }

    private String frame(String type, Consumer<ObjectNode> fill) {
        var frame = Json.mapper().createObjectNode().put("type", type);
        fill.accept(frame);
        if (more) {
            frame.put("future_number", 7)
                    .putObject("future_object")
                    .putArray("list")
                    .add(true);
        }
        return frame.toString();
    }
}
