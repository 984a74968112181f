package dev.switchboard.core.tool;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a call gave: the result shape of its tool, whole. It always has {@code ok}, and {@code error} when that is false.
 * How much of it is shown is decided by who records it.
 */
public record ToolResult(ObjectNode json) {

    public ToolResult {
        if (!json.path("ok").isBoolean()) {
            throw new IllegalArgumentException("a result says whether it is ok");
        }
    }

    public boolean ok() {
        return json.path("ok").booleanValue();
    }

    /** To be filled by the tool. */
    public static ObjectNode okay() {
        return JsonNodeFactory.instance.objectNode().put("ok", true);
    }

    /** @param why says what is wrong and what to do instead, to a model */
    public static ToolResult failed(String why) {
        return new ToolResult(
                JsonNodeFactory.instance.objectNode().put("ok", false).put("error", why));
    }
}
