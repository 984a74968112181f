package dev.switchboard.app.gateway;

import dev.switchboard.app.config.AgentConfig;
import dev.switchboard.app.config.ChannelConfig;
import dev.switchboard.app.config.ChannelSettings;
import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.McpConfig;
import dev.switchboard.app.config.Secret;
import dev.switchboard.app.config.ServerConfig;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.bus.MessageBus;
import dev.switchboard.core.failure.FatalErrors;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.model.Model;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.edge.http.Route;
import dev.switchboard.json.Json;
import dev.switchboard.terminals.PtyTerminals;
import dev.switchboard.testkit.Device;
import dev.switchboard.tools.exec.LinuxProcessGroups;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A whole gateway in this process, on a free port, with a model the test controls. */
public final class TestGateway implements AutoCloseable {
    public static final String TOKEN = "swb_test-operator-token";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Gateway gateway;
    private final PtyTerminals terminals;

    private TestGateway(Gateway gateway, PtyTerminals terminals) {
        this.gateway = gateway;
        this.terminals = terminals;
    }

    public static TestGateway start(Path data, Model model) {
        return start(data, model, new LocalBus(), Clock.systemUTC());
    }

    public static TestGateway start(Path data, Model model, MessageBus bus, Clock clock) {
        return start(data, config(30, null), model, bus, clock);
    }

    public static TestGateway start(Path data, Config config, Model model, MessageBus bus, Clock clock) {
        return start(data, config, Map.of("default", new ModelAgent("default", model, null)), bus, clock);
    }

    /** @param operator what stands in the operator's file */
    public static TestGateway start(Path data, String operator, Model model) {
        return start(
                data,
                operator,
                config(30, null),
                Map.of("default", new ModelAgent("default", model, null)),
                new LocalBus(),
                Clock.systemUTC(),
                System::nanoTime);
    }

    /** @param agents by name, with what they may do */
    public static TestGateway start(
            Path data, Config config, Map<String, ModelAgent> agents, MessageBus bus, Clock clock) {
        return start(data, config, agents, bus, clock, System::nanoTime);
    }

    /** @param nanoTime by which terminals measure patience */
    public static TestGateway start(
            Path data,
            Config config,
            Map<String, ModelAgent> agents,
            MessageBus bus,
            Clock clock,
            LongSupplier nanoTime) {
        return start(data, TOKEN, config, agents, bus, clock, nanoTime);
    }

    private static TestGateway start(
            Path data,
            String operator,
            Config config,
            Map<String, ModelAgent> agents,
            MessageBus bus,
            Clock clock,
            LongSupplier nanoTime) {
        var terminals = new PtyTerminals(
                data,
                Map.of("PATH", "/usr/bin:/bin"),
                data.resolve("native"),
                new LinuxProcessGroups(),
                clock,
                nanoTime);
        var secrets = OwnSecrets.of(config, Map.of(), Map.of());
        secrets.add(operator);
        var gateway = Gateway.start(
                config,
                data,
                operator,
                agents,
                terminals,
                new Total("tool output", 64 * 1024 * 1024),
                new Masking(secrets),
                "test",
                bus,
                clock,
                FatalErrors.LOGGED);
        return new TestGateway(gateway, terminals);
    }

    /** The default channel, an open one with a webhook beside it, one with a token and one that is disabled. */
    public static Config config(int heartbeatSeconds, @Nullable ServerConfig server) {
        var open = new ChannelSettings(heartbeatSeconds, 20_000, null, null);
        var guarded = new ChannelSettings(heartbeatSeconds, 20_000, new Secret("device-secret"), null);
        return new Config(
                server != null
                        ? server
                        : new ServerConfig("127.0.0.1", 0, null, null, List.of(), List.of(), false, null),
                Map.of(
                        "terminal-dev", channel(true, ChannelConfig.Kind.TERMINAL, open),
                        "guarded", channel(true, ChannelConfig.Kind.TERMINAL, guarded),
                        "off", channel(false, ChannelConfig.Kind.TERMINAL, open),
                        "hooks", channel(true, ChannelConfig.Kind.WEBHOOK, open)),
                Map.of("default", AgentConfig.DEFAULT),
                McpConfig.DEFAULT,
                null);
    }

    private static ChannelConfig channel(boolean enabled, ChannelConfig.Kind kind, ChannelSettings settings) {
        var mode = kind == ChannelConfig.Kind.TERMINAL ? ChannelConfig.Mode.WEBSOCKET : ChannelConfig.Mode.SYNC;
        return new ChannelConfig(enabled, kind, mode, "local", "Terminal Dev", "default", settings);
    }

    public Gateway gateway() {
        return gateway;
    }

    public List<Route> routes() {
        return gateway.routes();
    }

    /** How many bytes a terminal has shown. */
    public long printed(String terminal) {
        return terminals.read(terminal, Long.MAX_VALUE).orElseThrow().next();
    }

    public int port() {
        return gateway.address().getPort();
    }

    public URI http(String path) {
        return URI.create("http://127.0.0.1:%d%s".formatted(port(), path));
    }

    public URI channel(String id) {
        return URI.create("ws://127.0.0.1:%d/api/channels/%s/ws".formatted(port(), id));
    }

    public Device connect(String peerId) throws InterruptedException {
        return Device.connect(channel("terminal-dev"), peerId);
    }

    /** A request with the operator's token. */
    public JsonNode get(String path) {
        var response = send(HttpRequest.newBuilder(http(path)).header("Authorization", "Bearer " + TOKEN));
        if (response.statusCode() != 200) {
            throw new AssertionError(path + " answered " + response.statusCode() + ": " + response.body());
        }
        return Json.mapper().readTree(response.body());
    }

    public HttpResponse<String> post(String path, String json) {
        return send(HttpRequest.newBuilder(http(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** The types of a channel's events so far. */
    public List<String> events(String channel) {
        return get("/api/channels/" + channel + "/events?limit=500")
                .get("events")
                .valueStream()
                .map(event -> event.get("type").stringValue())
                .toList();
    }

    @Override
    public void close() {
        gateway.close();
        terminals.close();
    }
}
