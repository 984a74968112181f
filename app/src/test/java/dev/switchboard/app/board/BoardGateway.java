package dev.switchboard.app.board;

import dev.switchboard.app.config.AgentConfig;
import dev.switchboard.app.config.ChannelConfig;
import dev.switchboard.app.config.Config;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.money.Budget;
import dev.switchboard.core.money.Price;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.UpdatePlan;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.ScriptedModel;
import dev.switchboard.tools.exec.ExecTool;
import dev.switchboard.tools.files.FileTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A gateway with two agents that can act, for boards. */
final class BoardGateway implements AutoCloseable {
    final ScriptedModel model;
    final ScriptedModel other = ScriptedModel.echo();
    final Path workspace;
    /** Nanoseconds that have passed for terminals without anybody waiting for them. */
    final AtomicLong later = new AtomicLong();

    private final Path folder;
    private final Clock clock;
    private ApprovalMode mode = ApprovalMode.AGENT_DECIDES;
    private Duration approvalTimeout = Duration.ofMinutes(5);
    private @Nullable Price price;
    private @Nullable Budget budget;
    private String devicesAgent = "default";
    private @Nullable TestGateway gateway;

    BoardGateway(Path folder, ScriptedModel model) {
        this(folder, model, Clock.systemUTC());
    }

    BoardGateway(Path folder, ScriptedModel model, Clock clock) {
        this.folder = folder;
        this.model = model;
        this.clock = clock;
        this.workspace = made(folder.resolve("work"));
        made(folder.resolve("data"));
    }

    BoardGateway mode(ApprovalMode agents) {
        mode = agents;
        return this;
    }

    BoardGateway approvalTimeout(Duration timeout) {
        approvalTimeout = timeout;
        return this;
    }

    BoardGateway money(Price each, @Nullable Budget most) {
        price = each;
        budget = most;
        return this;
    }

    /** Who answers the devices of {@code terminal-dev}. */
    BoardGateway devicesAgent(String name) {
        devicesAgent = name;
        return this;
    }

    BoardGateway start() {
        var tools = new ArrayList<Tool>(FileTools.all());
        tools.add(new ExecTool(Map.of("PATH", System.getenv("PATH")), folder.resolve("output")));
        tools.add(new UpdatePlan());
        var abilities = new Abilities(
                workspace, () -> tools, mode, List.of(), approvalTimeout, RunLimits.DEFAULT, price, budget);
        var agents = new LinkedHashMap<String, ModelAgent>();
        agents.put("default", new ModelAgent("default", model, "You are default.", abilities));
        agents.put("other", new ModelAgent("other", other, "You are other.", abilities));
        gateway = TestGateway.start(
                folder.resolve("data"), config(), agents, new LocalBus(), clock, () -> System.nanoTime() + later.get());
        return this;
    }

    private Config config() {
        var usual = TestGateway.config(30, null);
        var channels = new LinkedHashMap<>(usual.channels());
        channels.computeIfPresent(
                "terminal-dev",
                (_, is) -> new ChannelConfig(
                        is.enabled(),
                        is.kind(),
                        is.mode(),
                        is.accountId(),
                        is.displayName(),
                        devicesAgent,
                        is.config()));
        return new Config(
                usual.server(),
                channels,
                Map.of("default", AgentConfig.DEFAULT, "other", AgentConfig.DEFAULT),
                usual.mcp(),
                null);
    }

    void restart() {
        close();
        start();
    }

    TestGateway gateway() {
        if (gateway == null) {
            throw new IllegalStateException("not started");
        }
        return gateway;
    }

    URI url() {
        return URI.create("ws://127.0.0.1:%d/api/board/ws".formatted(gateway().port()));
    }

    String metrics() {
        var request = HttpRequest.newBuilder(gateway().http("/metrics"));
        return gateway()
                .send(request.header("Authorization", "Bearer " + TestGateway.TOKEN))
                .body();
    }

    Board login() throws InterruptedException {
        return login(TestGateway.TOKEN);
    }

    Board login(String token) throws InterruptedException {
        return Board.login(url(), token);
    }

    /** A token of fewer rights; the answer of {@code POST /api/tokens}. */
    JsonNode token(String json) {
        var request = java.net.http.HttpRequest.newBuilder(gateway().http("/api/tokens"))
                .header("Authorization", "Bearer " + TestGateway.TOKEN)
                .header("Content-Type", "application/json")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString(json));
        return Json.mapper().readTree(gateway().send(request).body());
    }

    @Override
    public void close() {
        if (gateway != null) {
            gateway.close();
            gateway = null;
        }
    }

    private static Path made(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
