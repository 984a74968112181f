package dev.switchboard.providers.mcp;

import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A tool of a server, with the seed's fallback result: {@code {ok, raw}}, and {@code error} when it is not ok. */
final class McpTool implements Tool {
    private static final int MOST_ERROR_CHARACTERS = 4_000;

    private final McpServer server;
    private final RemoteTool tool;
    private final ToolSpec spec;

    McpTool(McpServer server, RemoteTool tool, String name) {
        this.server = server;
        this.tool = tool;
        this.spec = new ToolSpec(name, tool.description(), tool.parameters());
    }

    @Override
    public ToolSpec spec() {
        return spec;
    }

    @Override
    public Effect effect() {
        return tool.effect();
    }

    @Override
    public ToolResult run(ObjectNode arguments, ToolContext context) throws InterruptedException {
        JsonNode result;
        try {
            result = server.call(tool.name(), arguments);
        } catch (McpFailed e) {
            String why = "the MCP server %s failed: %s".formatted(server.name(), e.why());
            return new ToolResult(ToolResult.failed(why).json().putNull("raw"));
        }
        boolean ok = !result.path("isError").asBoolean(false);
        ObjectNode json = ToolResult.okay().put("ok", ok);
        json.set("raw", result.path(result.has("structuredContent") ? "structuredContent" : "content"));
        if (!ok) {
            json.put("error", words(result.path("content")));
        }
        return new ToolResult(json);
    }

    private static String words(JsonNode content) {
        String text = content.valueStream()
                .map(part -> part.path("text").asString(""))
                .filter(part -> !part.isBlank())
                .collect(Collectors.joining("\n"));
        return text.isEmpty()
                ? "the tool failed and does not say why"
                : text.substring(0, Math.min(text.length(), MOST_ERROR_CHARACTERS));
    }
}
