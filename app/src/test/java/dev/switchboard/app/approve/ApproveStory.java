package dev.switchboard.app.approve;

import static org.awaitility.Awaitility.await;

import dev.switchboard.app.command.GatewayRunner;
import dev.switchboard.app.command.Program;
import dev.switchboard.app.command.Screen;
import dev.switchboard.app.config.Config;
import dev.switchboard.app.doctor.Finding;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.cli.approve.Question;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.ScriptedModel;
import dev.switchboard.tools.exec.ExecTool;
import dev.switchboard.tools.files.FileTools;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A whole gateway, an agent that wants to act, and a person who is asked. */
abstract class ApproveStory {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final String EVENTS = "/api/sessions/terminal-dev%3Alocal%3Adevice-001/events";

    @TempDir
    Path temp;

    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    private final ScriptedModel model =
            new ScriptedModel((request, _) -> switch (request.messages().getLast()) {
                case ModelMessage.User(var text) -> wants(text);
                case ModelMessage.ToolResult result -> ModelReply.text("It gave: " + result.text());
                case ModelMessage.Assistant _ -> throw new AssertionError("the model spoke last");
            });
    Path workspace;
    TestGateway gateway;
    Device device;

    @BeforeEach
    void start() throws Exception {
        workspace = Files.createDirectory(temp.resolve("workspace"));
        var data = Files.createDirectory(temp.resolve("data"));
        Files.writeString(data.resolve("operator.token"), TestGateway.TOKEN + "\n");
        gateway = start(data, Duration.ofMinutes(5));
        device = gateway.connect("device-001");
    }

    TestGateway start(Path data, Duration patience) {
        return start(data, patience, TestGateway.config(30, null), Clock.systemUTC());
    }

    private TestGateway start(Path data, Duration patience, Config config, Clock clock) {
        var tools = new ArrayList<Tool>(FileTools.all());
        tools.add(new ExecTool(Map.of("PATH", System.getenv("PATH")), data.resolve("output")));
        var abilities = new Abilities(
                workspace, () -> tools, ApprovalMode.AGENT_DECIDES, List.of(), patience, RunLimits.DEFAULT, null, null);
        return TestGateway.start(
                data,
                config,
                Map.of("default", new ModelAgent("default", model, null, abilities)),
                new LocalBus(),
                clock);
    }

    /** The same data, another gateway; the device comes back. */
    void restart(Duration patience, Config config, Clock clock) throws InterruptedException {
        device.close();
        gateway.close();
        gateway = start(temp.resolve("data"), patience, config, clock);
        device = gateway.connect("device-001");
    }

    @AfterEach
    void stop() {
        device.close();
        gateway.close();
    }

    /** What the agent is to do stands in the message. */
    private static ModelReply wants(String text) {
        JsonNode wanted = Json.mapper().readTree(text);
        var call = new ToolCall(
                "call_1",
                wanted.get("tool").stringValue(),
                wanted.get("arguments").toString());
        return new ModelReply("", null, List.of(call), null, ModelReply.Finish.TOOL_CALLS);
    }

    private int messages;

    void say(String tool, ObjectNode arguments) {
        say(device, tool, arguments);
    }

    void say(Device from, String tool, ObjectNode arguments) {
        var text = Json.mapper().createObjectNode().put("tool", tool).set("arguments", arguments);
        from.message("m-" + ++messages, text.toString());
    }

    /** Returns the short id when the question is there. */
    String wait(String tool, ObjectNode arguments) {
        say(tool, arguments);
        await().atMost(PATIENCE)
                .until(() -> gateway.get("/api/approvals").get("approvals").size() == 1);
        return Question.of(gateway.get("/api/approvals").at("/approvals/0")).shortId(List.of());
    }

    String reply() throws InterruptedException {
        return device.next("message").get("text").stringValue();
    }

    String url() {
        return "http://127.0.0.1:" + gateway.port();
    }

    int approve(String... words) {
        var all = new ArrayList<>(List.of(
                "approve", "--url", url(), "--data", temp.resolve("data").toString()));
        all.addAll(List.of(words));
        return run(all.toArray(String[]::new));
    }

    int run(String... words) {
        var screen = new Screen(new PrintWriter(out, true), new PrintWriter(err, true), false, false);
        GatewayRunner none = (_, _) -> {
            throw new AssertionError("nothing is served");
        };
        return new Program(none, _ -> new Finding.Fine("fine"), Clock.systemUTC(), Map.of(), screen).run(words);
    }
}
