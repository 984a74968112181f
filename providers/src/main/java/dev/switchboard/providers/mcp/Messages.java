package dev.switchboard.providers.mcp;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The messages of JSON-RPC 2.0. */
final class Messages {
    /** Longer ones end the connection: nothing may fill the memory. */
    static final int MOST_BYTES = 16 * 1024 * 1024;

    private static final int METHOD_NOT_FOUND = -32_601;
    private static final int MOST_ERROR_CHARACTERS = 2_000;

    private Messages() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode request(long id, String method, ObjectNode params) {
        ObjectNode message = object().put("jsonrpc", "2.0").put("id", id).put("method", method);
        message.set("params", params);
        return message;
    }

    static ObjectNode notification(String method) {
        return object().put("jsonrpc", "2.0").put("method", method);
    }

    static ObjectNode cancelled(long id, String reason) {
        ObjectNode message = notification("notifications/cancelled");
        message.putObject("params").put("requestId", id).put("reason", reason);
        return message;
    }

    static boolean isResponse(JsonNode message) {
        return !message.has("method") && (message.has("result") || message.has("error"));
    }

    static boolean answers(JsonNode message, long id) {
        return isResponse(message)
                && message.path("id").isIntegralNumber()
                && message.path("id").longValue() == id;
    }

    static JsonNode result(JsonNode response) throws McpFailed {
        JsonNode error = response.path("error");
        if (error.isMissingNode()) {
            return response.path("result");
        }
        String words = error.path("message").asString("no words");
        throw new McpFailed("it answered with an error: %s (%d)"
                .formatted(
                        words.substring(0, Math.min(words.length(), MOST_ERROR_CHARACTERS)),
                        error.path("code").asInt(0)));
    }

    static boolean isToolsChanged(JsonNode message) {
        return message.path("method").asString("").equals("notifications/tools/list_changed");
    }

    /** What to say when a server asks us: we are alive, and can do nothing else. */
    static Optional<ObjectNode> reply(JsonNode message) {
        if (!message.has("method") || !message.has("id")) {
            return Optional.empty();
        }
        ObjectNode reply = object().put("jsonrpc", "2.0");
        reply.set("id", message.path("id"));
        if (message.path("method").asString("").equals("ping")) {
            reply.putObject("result");
        } else {
            reply.putObject("error").put("code", METHOD_NOT_FOUND).put("message", "this client has no such method");
        }
        return Optional.of(reply);
    }
}
