package dev.switchboard.app.hud;

import dev.switchboard.app.config.AgentConfig;
import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.ServerConfig;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Said;
import dev.switchboard.testkit.ScriptedModel;
import dev.switchboard.tools.exec.ExecTool;
import dev.switchboard.tools.files.FileTools;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A gateway whose model does what it is told: {@code say …}, {@code think … ; …}, {@code tool name {…}}; all else it
 * repeats. Of its agents {@code titan} is another one and {@code careful} asks before it acts.
 */
public final class HudGateway implements AutoCloseable {
    public final AtomicInteger calls = new AtomicInteger();
    public final ScriptedModel model = new ScriptedModel(this::answer);
    public final ScriptedModel titan = new ScriptedModel(this::answer);
    public final Path workspace;

    private final Path folder;
    private TestGateway gateway;
    private int port;

    public HudGateway(Path folder) throws IOException {
        this.folder = folder;
        this.workspace = Files.createDirectories(folder.resolve("work"));
        Files.createDirectories(folder.resolve("data"));
        start(0);
    }

    private void start(int port) {
        var tools = new ArrayList<Tool>(FileTools.all());
        tools.add(new ExecTool(Map.of("PATH", System.getenv("PATH")), folder.resolve("output")));
        tools.add(new Shaped(
                "web_fetch",
                "{\"ok\":true,\"text\":\"Example Domain\",\"url\":\"https://example.org/\",\"truncated\":false}"));
        tools.add(new Shaped("web_search", "{\"ok\":true,\"text\":\"1. Switchboard\",\"truncated\":false}"));
        tools.add(new Shaped("browser", "{\"ok\":true,\"summary\":\"opened\",\"raw\":{\"tab\":1}}"));
        tools.add(new Shaped("calendar__today", "{\"ok\":true,\"raw\":{\"events\":[]}}"));
        var agents = new LinkedHashMap<String, ModelAgent>();
        agents.put("default", new ModelAgent("default", model, null, able(tools, ApprovalMode.ALWAYS_EXECUTE)));
        agents.put("titan", new ModelAgent("titan", titan, null, able(tools, ApprovalMode.ALWAYS_EXECUTE)));
        agents.put("careful", new ModelAgent("careful", model, null, able(tools, ApprovalMode.ALWAYS_ASK)));
        var usual = TestGateway.config(
                30, new ServerConfig("127.0.0.1", port, null, null, List.of(), List.of(), false, null));
        var config = new Config(
                usual.server(),
                usual.channels(),
                Map.of("default", AgentConfig.DEFAULT, "titan", AgentConfig.DEFAULT, "careful", AgentConfig.DEFAULT),
                usual.mcp(),
                null);
        gateway = TestGateway.start(folder.resolve("data"), config, agents, new LocalBus(), Clock.systemUTC());
    }

    private Abilities able(List<Tool> tools, ApprovalMode mode) {
        return new Abilities(
                workspace, () -> tools, mode, List.of(), Duration.ofMinutes(5), RunLimits.DEFAULT, null, null);
    }

    /** What the model says to a request, for scripts that only want to do something first. */
    public ModelReply answer(ModelRequest request, ModelListener listener) {
        if (request.messages().getLast() instanceof ModelMessage.ToolResult result) {
            return said("It gave " + result.text(), listener);
        }
        var words = Said.last(request);
        if (words.startsWith("say ")) {
            return said(words.substring(4), listener);
        }
        if (words.startsWith("think ")) {
            var parts = words.substring(6).split(" ; ");
            listener.thinking(parts[0]);
            return said(parts[1], listener);
        }
        if (words.startsWith("tool ") || words.startsWith("look ")) {
            var parts = words.split(" ", 3);
            var first = words.startsWith("look ") ? "I look." : "";
            listener.text(first);
            return new ModelReply(
                    first,
                    null,
                    List.of(new ToolCall("call_" + calls.incrementAndGet(), parts[1], parts[2])),
                    null,
                    ModelReply.Finish.TOOL_CALLS);
        }
        return said("echo: " + words, listener);
    }

    private static ModelReply said(String text, ModelListener listener) {
        listener.text(text);
        return ModelReply.text(text);
    }

    /** At the same address. */
    public void restart() {
        stop();
        startAgain();
    }

    /** Nobody answers until it is started again. */
    public void stop() {
        port = gateway.port();
        gateway.close();
    }

    public void startAgain() {
        start(port);
    }

    public TestGateway gateway() {
        return gateway;
    }

    Hud open(String session) {
        return open(session, "");
    }

    /** @param query such as {@code ?after=3} */
    Hud open(String session, String query) {
        return open(session, query, TestGateway.TOKEN);
    }

    Hud open(String session, String query, String token) {
        return new Hud(ws("/ws/" + session.replace(":", "%3A") + query), Map.of("Authorization", "Bearer " + token));
    }

    Hud lobby(String token) {
        return new Hud(ws("/ws"), Map.of("Authorization", "Bearer " + token));
    }

    URI ws(String path) {
        return URI.create("ws://127.0.0.1:%d%s".formatted(gateway.port(), path));
    }

    /** The secret of a token with these scopes, as JSON strings. */
    public String token(String scopes) {
        return body(ask("POST", "/api/tokens", "{\"name\":\"t\",\"scopes\":[%s]}".formatted(scopes)))
                .get("secret")
                .stringValue();
    }

    /** The id of a new session. */
    public String made(String name) {
        return body(ask("POST", "/api/sessions", "{\"name\":\"%s\"}".formatted(name)))
                .get("session_id")
                .stringValue();
    }

    public HttpResponse<String> ask(String method, String path, String json) {
        var answer = gateway.send(HttpRequest.newBuilder(gateway.http(path.replace(":", "%3A")))
                .header("Authorization", "Bearer " + TestGateway.TOKEN)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(json)));
        if (answer.statusCode() >= 300) {
            throw new AssertionError(path + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer;
    }

    public static JsonNode body(HttpResponse<String> answer) {
        return Json.mapper().readTree(answer.body());
    }

    @Override
    public void close() {
        gateway.close();
    }

    /** Gives what the tool of this name gives. */
    private record Shaped(String name, String result) implements Tool {
        @Override
        public ToolSpec spec() {
            return new ToolSpec(
                    name, "does " + name, Json.mapper().readTree("{\"type\":\"object\",\"properties\":{}}"));
        }

        @Override
        public Effect effect() {
            return Effect.READ;
        }

        @Override
        public ToolResult run(ObjectNode arguments, ToolContext context) {
            return new ToolResult(Json.mapper().readValue(result, ObjectNode.class));
        }
    }
}
