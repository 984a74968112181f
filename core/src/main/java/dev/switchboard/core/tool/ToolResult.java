package dev.switchboard.core.tool;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a call gave: the result shape of its tool, whole. It always has {@code ok}, and {@code error} when that is false.
 * How much of it is shown is decided by who records it.
 *
 * @param output what {@code stdout} has only the ends of; null if it has all
 */
public record ToolResult(ObjectNode json, @Nullable LongText output) implements AutoCloseable {
    /** The field with what a command wrote. */
    public static final String STDOUT = "stdout";

    public ToolResult {
        if (!json.path("ok").isBoolean()) {
            throw new IllegalArgumentException("a result says whether it is ok");
        }
    }

    public ToolResult(ObjectNode json) {
        this(json, null);
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

    /** Lets go of what is not in memory. */
    @Override
    public void close() {
        if (output != null) {
            output.close();
        }
    }
}
