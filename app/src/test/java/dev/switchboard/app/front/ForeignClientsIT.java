package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.config.ServerConfig;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Clients that nobody here wrote: Python's websockets, Node's ws, and curl. */
class ForeignClientsIT {
    private static final Path CLIENTS = Path.of("src/test/resources/clients").toAbsolutePath();

    @TempDir
    static Path node;

    @TempDir
    Path temp;

    private TestGateway gateway;

    @BeforeAll
    static void installWhatIsNeeded() throws Exception {
        Interpreters.needPythonsWebsockets(node);
        Interpreters.installNodesWs(node);
    }

    @BeforeEach
    void start() throws IOException {
        gateway = TestGateway.start(
                Files.createDirectory(temp.resolve("data")),
                TestGateway.config(1, null),
                ScriptedModel.echo(),
                new LocalBus(),
                Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void theGuidesOwnClientInPythonTalksAndComesBackWithTheSameSession() throws Exception {
        try (var client = terminalClient()) {
            client.line(line -> line.equals("log: session_id terminal-dev:local:device-001"));
            client.type("hello");
            client.line(line -> line.equals("echo: hello"));
            client.type("你好 👋 \"quoted\"");
            client.line(line -> line.equals("echo: 你好 👋 \"quoted\""));

            var port = gateway.port();
            gateway.close();
            gateway = again(port);
            client.type("remember me?");
            client.line(line -> line.startsWith("log: websocket disconnected"));
            client.line(line -> line.equals("log: session_id terminal-dev:local:device-001"));
            client.line(line -> line.equals("echo: remember me?"));
            client.endInput();
            assertThat(client.exitCode()).as(client.output()).isZero();
        }
    }

    @Test
    void pythonsClientAnswersHeartbeatsByItselfAndStaysConnected() throws Exception {
        try (var client = terminalClient()) {
            client.line(line -> line.startsWith("log: session_id"));
            // A heartbeat a second: after four of them a client that does not answer would be gone.
            try (var watch = nodeClient("terminal-dev")) {
                watch.line(line -> line.startsWith("open"));
                watch.type("{\"type\":\"connect\",\"peer_id\":\"watch\"}");
                for (int i = 0; i < 4; i++) {
                    watch.line(line -> line.equals("ping"));
                }
            }
            client.type("still here");
            client.line(line -> line.equals("echo: still here"));
            assertThat(client.output()).doesNotContain("disconnected");
        }
    }

    @Test
    void nodesWsTalksPingsAndIsClosedInOrder() throws Exception {
        try (var client = nodeClient("terminal-dev")) {
            // It offers compression, which devices do not get: a frame is never larger after reading than before.
            assertThat(client.line(line -> line.startsWith("open"))).isEqualTo("open plain");
            client.type("{\"type\":\"connect\",\"peer_id\":\"device-001\"}");
            assertThat(frame(client)).isEqualTo(json("""
                {"type":"connected","channel_id":"terminal-dev","session_id":"terminal-dev:local:device-001"}\
                """));
            client.type("!ping");
            client.line(line -> line.equals("pong"));
            client.type("{\"type\":\"message\",\"message_id\":\"m-1\",\"text\":\"hello\"}");
            assertThat(frame(client)).isEqualTo(json("""
                {"type":"ack","message_id":"m-1","session_id":"terminal-dev:local:device-001","accepted":true}\
                """));
            assertThat(frame(client).get("text").stringValue()).isEqualTo("echo: hello");
            client.endInput();
            client.line(line -> line.equals("closed 1000"));
            assertThat(client.exitCode()).isZero();
        }
    }

    @Test
    void nodesWsIsToldWhyItIsRefusedOrClosed() throws Exception {
        try (var nowhere = nodeClient("nowhere")) {
            nowhere.line(line -> line.equals("refused 404"));
        }
        try (var wrong = nodeClient("guarded", "Authorization:Bearer wrong")) {
            wrong.line(line -> line.equals("refused 401"));
        }
        try (var foreign = nodeClient("terminal-dev", "Origin:https://evil.example")) {
            foreign.line(line -> line.equals("refused 403"));
        }
        try (var older = nodeClient("terminal-dev");
                var newer = nodeClient("terminal-dev")) {
            older.type("{\"type\":\"connect\",\"peer_id\":\"device-001\"}");
            older.line(line -> line.contains("connected"));
            newer.type("{\"type\":\"connect\",\"peer_id\":\"device-001\"}");
            older.line(line -> line.equals("closed 4409"));
        }
    }

    @Test
    void curlAsksForStatusEventsAndAWebhooksAnswer() throws Exception {
        var authorization = "Authorization: Bearer " + TestGateway.TOKEN;
        assertThat(curl("-H", authorization, url("/api/status"))).contains("\"channel_id\":\"terminal-dev\"");
        assertThat(curl(
                        "-d",
                        "{\"peer_id\":\"ci\",\"message_id\":\"m-1\",\"text\":\"hello\"}",
                        "-H",
                        "Content-Type: application/json",
                        url("/api/channels/hooks/webhook")))
                .contains("\"text\":\"echo: hello\"");
        assertThat(curl("-H", authorization, url("/api/channels/hooks/events?limit=50")))
                .contains("inbound_accepted");
        assertThat(curl("-H", authorization, url("/api/sessions/hooks:local:ci/events")))
                .contains("\"type\":\"answered\"");
        assertThat(curl("-o", "/dev/null", "-w", "%{http_code}", url("/api/status")))
                .isEqualTo("401");
        assertThat(curl("-I", url("/"))).contains("HTTP/1.1 200").containsIgnoringCase("content-security-policy");
    }

    @Test
    void theGuidesManualWalkPastedLineByLineWorksOnAFreshStart() throws Exception {
        try (var fresh = LiveGateway.fresh(temp.resolve("fresh"));
                var tool = Child.start(
                        temp,
                        Map.of("PYTHONUNBUFFERED", "1"),
                        List.of(
                                Interpreters.PYTHON,
                                "-m",
                                "websockets",
                                fresh.device().toString()))) {
            assertThat(fresh.device().getPath()).isEqualTo("/api/channels/terminal-dev/ws");
            tool.line(line -> line.contains("Connected to"));
            tool.type("""
                {"type":"connect","peer_id":"device-001","device_name":"desk-terminal","capabilities":["text"]}\
                """);
            assertThat(shown(tool)).isEqualTo(json("""
                {"type":"connected","channel_id":"terminal-dev","session_id":"terminal-dev:local:device-001"}\
                """));
            tool.type("""
                {"type":"message","message_id":"device-001-000001","text":"hello"}\
                """);
            assertThat(shown(tool)).isEqualTo(json("""
                {"type":"ack","message_id":"device-001-000001","session_id":"terminal-dev:local:device-001","accepted":true}\
                """));
            var reply = shown(tool);
            assertThat(reply.propertyNames())
                    .containsExactly("type", "role", "message_id", "run_id", "text", "finish_reason");
            assertThat(reply.get("message_id").stringValue()).isEqualTo("device-001-000001");
            assertThat(reply.get("text").stringValue()).isNotBlank();
            assertThat(reply.get("finish_reason").stringValue()).isEqualTo("stop");
        }
    }

    private TestGateway again(int port) {
        var config = TestGateway.config(
                1, new ServerConfig("127.0.0.1", port, null, null, List.of(), List.of(), false, null));
        return TestGateway.start(temp.resolve("data"), config, ScriptedModel.echo(), new LocalBus(), Clock.systemUTC());
    }

    private Child terminalClient() throws IOException {
        return Child.start(
                temp,
                Map.of("BEAVER_WS_URL", gateway.channel("terminal-dev").toString()),
                List.of(
                        Interpreters.PYTHON,
                        CLIENTS.resolve("terminal_client.py").toString()));
    }

    private Child nodeClient(String channel, String... headers) throws IOException {
        var command = new ArrayList<>(List.of(
                Interpreters.NODE,
                CLIENTS.resolve("paste.mjs").toString(),
                gateway.channel(channel).toString()));
        command.addAll(List.of(headers));
        return Child.start(node, Map.of(), command);
    }

    private String curl(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "20", "--noproxy", "*"));
        command.addAll(List.of(arguments));
        try (var curl = Child.start(temp, Map.of(), command)) {
            assertThat(curl.exitCode()).as(curl.output()).isZero();
            return curl.output();
        }
    }

    private String url(String path) {
        return gateway.http(path).toString();
    }

    private static JsonNode frame(Child client) throws InterruptedException {
        return json(client.line(line -> line.startsWith("{")));
    }

    /** The interactive tool moves the cursor about; what it received follows a {@code <}. */
    private static JsonNode shown(Child tool) throws InterruptedException {
        var line = tool.line(said -> said.contains("< {"));
        return json(line.substring(line.indexOf("< {") + 2));
    }

    private static JsonNode json(String text) {
        return Json.mapper().readTree(text);
    }
}
