package dev.switchboard.providers.mcp;

import dev.switchboard.core.tool.Effect;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A tool as its server describes it. */
record RemoteTool(String name, String description, JsonNode parameters, Effect effect) {
    private static final int MOST_DESCRIPTION_CHARACTERS = 8_000;

    static RemoteTool of(JsonNode listed, Map<String, Effect> effects) {
        String name = listed.path("name").asString("");
        String description =
                listed.path("description").asString(listed.path("title").asString(""));
        JsonNode schema = listed.path("inputSchema");
        Effect effect = effects.get(name);
        return new RemoteTool(
                name,
                description.substring(0, Math.min(description.length(), MOST_DESCRIPTION_CHARACTERS)),
                schema.isObject() ? schema : Messages.object().put("type", "object"),
                effect == null ? told(listed.path("annotations")) : effect);
    }

    /** What a server does not say of its tool is taken for the worst, so that a person is asked. */
    private static Effect told(JsonNode annotations) {
        if (!annotations.path("readOnlyHint").asBoolean(false)) {
            return Effect.EXECUTE;
        }
        return annotations.path("openWorldHint").asBoolean(true) ? Effect.NETWORK : Effect.READ;
    }
}
