package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.CuttingProxy;
import dev.switchboard.testkit.CuttingProxy.Way;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.Said;
import dev.switchboard.testkit.ScriptedModel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The clients of docs/examples, which people copy: they lose no reply and show none twice. */
class ExampleDevicesIT {
    private static final Path EXAMPLES = Path.of("../docs/examples").toAbsolutePath();
    private static final String CHANNEL = "/api/channels/terminal-dev/ws";

    enum Language {
        PYTHON("device.py"),
        NODE("device.mjs"),
        SMALLEST_PYTHON("smallest.py"),
        SMALLEST_NODE("smallest.mjs");

        private final String file;

        Language(String file) {
            this.file = file;
        }
    }

    @TempDir
    static Path node;

    @TempDir
    Path temp;

    private final Map<String, Gate> gates = new ConcurrentHashMap<>();

    private final ScriptedModel model = new ScriptedModel((request, _) -> {
        var text = Said.last(request);
        var gate = gates.get(text);
        if (gate != null) {
            gate.pass();
        }
        return ModelReply.text("echo: " + text);
    });
    private TestGateway gateway;
    private CuttingProxy network;

    @BeforeAll
    static void installWhatIsNeeded() throws Exception {
        Interpreters.needPythonsWebsockets(node);
        Interpreters.installNodesWs(node);
        for (var file : List.of(Language.NODE.file, Language.SMALLEST_NODE.file)) {
            Files.copy(EXAMPLES.resolve(file), node.resolve(file));
        }
    }

    @BeforeEach
    void start() throws IOException {
        gateway = TestGateway.start(Files.createDirectory(temp.resolve("data")), model);
        network = CuttingProxy.to(new InetSocketAddress("127.0.0.1", gateway.port()));
    }

    @AfterEach
    void stop() {
        network.close();
        gateway.close();
    }

    @ParameterizedTest
    @EnumSource
    void threeLinesInThreeRepliesOut(Language language) throws Exception {
        try (var device = device(language, gateway.channel("terminal-dev"))) {
            device.type("one");
            device.type("你好 👋 \"quoted\"");
            device.type("three");
            device.endInput();
            assertThat(device.exitCode()).as(device.output()).isZero();
            assertThat(device.output().lines()).containsExactly("echo: one", "echo: 你好 👋 \"quoted\"", "echo: three");
        }
        assertThat(state()).isEqualTo(json("{\"counter\":3,\"waiting\":null}"));
    }

    @ParameterizedTest
    @EnumSource
    void eachReplyIsShownOnceThoughTheConnectionIsLostInEveryTurn(Language language) throws Exception {
        var turns = new LinkedHashMap<String, Consumer<CuttingProxy>>();
        turns.put("reset", CuttingProxy::cutAll);
        turns.put("closed", CuttingProxy::closeAll);
        turns.put("half closed", proxy -> proxy.halfCloseAll(Way.TO_DEVICE));
        turns.put("torn in the reply", proxy -> proxy.tearAll(Way.TO_DEVICE, 40));
        turns.keySet().forEach(this::hold);
        try (var device = device(language, network.uri(CHANNEL))) {
            for (var text : turns.keySet()) {
                device.type(text);
            }
            device.endInput();
            for (var turn : turns.entrySet()) {
                var gate = hold(turn.getKey());
                gate.awaitSomebody();
                turn.getValue().accept(network);
                gate.open();
            }
            assertThat(device.exitCode()).as(device.output()).isZero();
            assertThat(replies(device))
                    .containsExactly("echo: reset", "echo: closed", "echo: half closed", "echo: torn in the reply");
        }
        assertThat(model.asked()).as("every message is run once").hasSize(4);
        assertThat(network.accepted()).isGreaterThanOrEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource(names = {"PYTHON", "NODE"})
    void aConnectionThatIsSilentForTwoHeartbeatsIsLost(Language language) throws Exception {
        var gate = hold("hello");
        try (var device = device(language, network.uri(CHANNEL), "TERMINAL_HEARTBEAT", "1")) {
            device.type("hello");
            gate.awaitSomebody();
            network.stallAll(CuttingProxy.FOR_GOOD);
            gate.open();
            device.line(line -> line.equals("echo: hello"));
            device.endInput();
            assertThat(device.exitCode()).isZero();
            assertThat(replies(device)).containsExactly("echo: hello");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PYTHON", "NODE"})
    void aConnectionOnWhichNothingIsSaidIsKept(Language language) throws Exception {
        var gate = hold("a long thought");
        try (var device = device(language, network.uri(CHANNEL), "TERMINAL_HEARTBEAT", "1")) {
            device.type("a long thought");
            gate.awaitSomebody();
            await().during(Duration.ofSeconds(4)).until(() -> network.accepted() == 1 && network.open() == 1);
            gate.open();
            device.endInput();
            assertThat(device.exitCode()).isZero();
            assertThat(device.output()).isEqualTo("echo: a long thought");
        }
        assertThat(network.accepted()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aDeviceThatIsKilledInATurnGetsItsReplyAfterItsNextStart(Language language) throws Exception {
        var gate = hold("first");
        try (var device = device(language, network.uri(CHANNEL))) {
            device.type("first");
            gate.awaitSomebody();
        }
        assertThat(state().at("/waiting/message_id").stringValue()).isEqualTo("device-001-000001");
        gate.open();
        try (var device = device(language, network.uri(CHANNEL))) {
            device.type("second");
            device.endInput();
            assertThat(device.exitCode()).as(device.output()).isZero();
            assertThat(device.output().lines()).containsExactly("echo: first", "echo: second");
        }
        assertThat(model.asked()).hasSize(2);
        assertThat(state()).isEqualTo(json("{\"counter\":2,\"waiting\":null}"));
    }

    @ParameterizedTest
    @EnumSource(names = {"PYTHON", "NODE"})
    void aRefusedMessageIsSentAgainUnderItsIdAndACorrectableOneIsNot(Language language) throws Exception {
        var gate = hold("0");
        try (var filler = gateway.connect("device-001")) {
            for (int i = 0; i < 65; i++) {
                filler.message("filler-" + i, String.valueOf(i));
            }
            for (int i = 0; i < 65; i++) {
                filler.next("ack");
            }
        }
        try (var device = device(language, gateway.channel("terminal-dev"))) {
            device.type("is there room?");
            device.line(line -> line.startsWith("refused: "));
            gate.open();
            device.line(line -> line.equals("echo: is there room?"));
            device.type("");
            device.line(line -> line.equals("error: text is required"));
            device.type("go on");
            device.line(line -> line.equals("echo: go on"));
            device.endInput();
            assertThat(device.exitCode()).isZero();
        }
        assertThat(state().get("counter").intValue()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(names = {"PYTHON", "NODE"})
    void aDeviceThatLostItsCounterIsNotShownAnOldReply(Language language) throws Exception {
        try (var other = gateway.connect("device-001")) {
            other.message("device-001-000001", "the old question");
            other.next("message");
        }
        try (var device = device(language, gateway.channel("terminal-dev"))) {
            device.type("the new question");
            device.endInput();
            assertThat(device.exitCode()).as(device.output()).isZero();
            assertThat(device.output()).isEqualTo("echo: the new question");
        }
        assertThat(state().get("counter").longValue()).isGreaterThan(1_700_000_000L);
    }

    @ParameterizedTest
    @EnumSource(names = {"PYTHON", "NODE"})
    void aDeviceWhosePeerIdAnotherOneUsesStaysAway(Language language) throws Exception {
        try (var device = device(language, network.uri(CHANNEL))) {
            device.type("hello");
            device.line(line -> line.equals("echo: hello"));
            try (var newer = gateway.connect("device-001")) {
                device.line(line -> line.startsWith("disconnected:") && line.contains("4409"));
                // After any other end it would be back in 1.2 seconds at most.
                await().during(Duration.ofSeconds(3)).until(() -> network.accepted() == 1 && !newer.isClosed());
            }
            device.endInput();
            assertThat(device.exitCode()).as("it ends, connected or not").isZero();
        }
        assertThat(network.accepted()).isEqualTo(1);
    }

    /** The answer to this text waits here until the test lets it go. */
    private Gate hold(String text) {
        return gates.computeIfAbsent(text, _ -> new Gate());
    }

    private Child device(Language language, URI gateway, String... more) throws IOException {
        var environment =
                new ConcurrentHashMap<>(Map.of("BEAVER_WS_URL", gateway.toString(), "TERMINAL_PEER_ID", "device-001"));
        for (int i = 0; i < more.length; i += 2) {
            environment.put(more[i], more[i + 1]);
        }
        var command =
                switch (language) {
                    case PYTHON, SMALLEST_PYTHON ->
                        List.of(
                                Interpreters.PYTHON,
                                EXAMPLES.resolve(language.file).toString());
                    case NODE, SMALLEST_NODE ->
                        List.of(Interpreters.NODE, node.resolve(language.file).toString());
                };
        return Child.start(temp, environment, command);
    }

    /** What it showed; beside that it says why it was disconnected. */
    private static List<String> replies(Child device) {
        return device.output().lines().filter(line -> line.startsWith("echo: ")).toList();
    }

    private JsonNode state() throws IOException {
        return json(Files.readString(temp.resolve("device-state.json")));
    }

    private static JsonNode json(String text) {
        return Json.mapper().readTree(text);
    }
}
