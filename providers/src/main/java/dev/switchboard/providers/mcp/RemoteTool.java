package dev.switchboard.providers.mcp;

import dev.switchboard.core.tool.Effect;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A tool as its server describes it. What it does to the world is the owner's word alone: a server that says of itself that
 * it only reads would decide that nobody is asked, and that a call is made again after a crash.
 */
record RemoteTool(String name, String description, JsonNode parameters, Effect effect) {
    private static final int MOST_DESCRIPTION_CHARACTERS = 8_000;

    /** @param effects what the owner says of its tools; of any other the worst is taken, so that a person is asked */
    static RemoteTool of(JsonNode listed, Map<String, Effect> effects) {
        String name = listed.path("name").asString("");
        String description =
                listed.path("description").asString(listed.path("title").asString(""));
        JsonNode schema = listed.path("inputSchema");
        return new RemoteTool(
                name,
                description.substring(0, Math.min(description.length(), MOST_DESCRIPTION_CHARACTERS)),
                schema.isObject() ? schema : Messages.object().put("type", "object"),
                effects.getOrDefault(name, Effect.EXECUTE));
    }
}
