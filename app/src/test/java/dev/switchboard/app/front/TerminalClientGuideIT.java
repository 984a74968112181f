package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.config.Config;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.ScriptedModel;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * The integration guide for terminals, as far as it is the gateway's to keep, in its order. Its JSON stands here as it
 * stands there.
 */
class TerminalClientGuideIT {
    private static final String CONNECT = """
        {
        "type": "connect",
        "peer_id": "device-001",
        "device_name": "desk-terminal",
        "capabilities": ["text"]
        }\
        """;
    private static final String SESSION = "terminal-dev:local:device-001";

    private final ScriptedModel model = ScriptedModel.echo();
    private TestGateway gateway;

    @BeforeEach
    void start(@TempDir Path data) {
        gateway = TestGateway.start(data, model);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    // Goal

    @Test
    void theFirstAcceptanceTargetFromOpeningASocketToKeepingTheSession() throws Exception {
        try (var terminal = open()) {
            assertThat(terminal.send(CONNECT).next().get("type").stringValue()).isEqualTo("connected");
            terminal.message("device-001-000001", "hello");
            assertThat(terminal.next().get("type").stringValue()).isEqualTo("ack");
            assertThat(terminal.next().get("text").stringValue()).isEqualTo("echo: hello");
        }
        try (var terminal = open()) {
            assertThat(terminal.send(CONNECT).next().get("session_id").stringValue())
                    .isEqualTo(SESSION);
        }
    }

    // Non-goals, Beaver endpoint

    @Test
    void thereIsNoChatOverRestAndNoSessionSocketThatATerminalCouldUseInstead() throws Exception {
        assertThat(gateway.post("/api/chat", "{\"text\":\"hello\"}").statusCode())
                .isEqualTo(404);
        assertThat(gateway.post("/v1/chat/completions", "{}").statusCode()).isEqualTo(404);
        assertThat(RawSocket.ask(
                                gateway.port(),
                                RawSocket.upgrade("/ws/" + SESSION, "Host: 127.0.0.1:" + gateway.port()))
                        .status())
                .isNotEqualTo(101);
    }

    @Test
    void theExpectedFirstChannelIsServedWithoutAnyConfiguration() {
        assertThat(Config.DEFAULT.channels()).containsOnlyKeys("terminal-dev");
        assertThat(Config.DEFAULT.server().port()).isEqualTo(18080);
    }

    // Protocol overview

    @Test
    void unknownFieldsAreIgnoredUnlessTheFrameTypeIsInvalid() throws Exception {
        try (var terminal = open()) {
            terminal.send("{\"type\":\"connect\",\"peer_id\":\"device-001\",\"battery\":0.7}");
            assertThat(terminal.next().get("type").stringValue()).isEqualTo("connected");
            terminal.send("{\"type\":\"battery\",\"level\":0.7}");
            assertThat(terminal.next().get("type").stringValue()).isEqualTo("error");
        }
    }

    @Test
    void onlyFinalAssistantMessagesAreSentAndNoTokenDeltas() throws Exception {
        model.script((request, listener) -> {
            for (var token : List.of("one ", "two ", "three")) {
                listener.text(token);
            }
            return ModelReply.text("one two three");
        });
        try (var terminal = connected()) {
            terminal.message("m-001", "hello");
            assertThat(terminal.next().get("type").stringValue()).isEqualTo("ack");
            assertThat(terminal.next().get("text").stringValue()).isEqualTo("one two three");
            assertThat(terminal.send("{\"type\":\"ping\"}").next()).isEqualTo(json("{\"type\":\"pong\"}"));
        }
    }

    // Connect frame

    @Test
    void connectIsAnsweredWithConnected() throws Exception {
        try (var terminal = open()) {
            assertThat(terminal.send(CONNECT).next()).isEqualTo(json("""
                {
                "type": "connected",
                "channel_id": "terminal-dev",
                "session_id": "terminal-dev:local:device-001"
                }\
                """));
        }
    }

    @Test
    void onlyTypeAndPeerIdAreRequiredOfConnect() throws Exception {
        try (var terminal = open()) {
            terminal.send("{\"type\":\"connect\",\"peer_id\":\"device-001\"}");
            assertThat(terminal.next().get("session_id").stringValue()).isEqualTo(SESSION);
        }
    }

    @Test
    void theDeviceNameIsShownToWhoeverLooks() throws Exception {
        try (var terminal = connected()) {
            assertThat(gateway.get("/api/channels").toString()).contains("\"device_name\":\"desk-terminal\"");
            terminal.send("{\"type\":\"ping\"}").next("pong");
        }
    }

    @Test
    void aThreadIdIsAnOptionalSubSessionKeyAndAUserIdAnOptionalIdentity() throws Exception {
        try (var terminal = open()) {
            terminal.send("""
                {"type":"connect","peer_id":"device-001","thread_id":"kitchen","user_id":"nico"}\
                """);
            assertThat(terminal.next().get("session_id").stringValue()).isEqualTo(SESSION + ":kitchen");
        }
    }

    @Test
    void theSessionIdDoesNotNeedToBeSentBack() throws Exception {
        try (var terminal = connected()) {
            terminal.message("m-001", "hello");
            assertThat(terminal.next("ack").get("session_id").stringValue()).isEqualTo(SESSION);
        }
    }

    // Message frame

    @Test
    void aMessageOfTheRequiredFieldsIsAccepted() throws Exception {
        try (var terminal = connected()) {
            terminal.send("""
                {
                "type": "message",
                "message_id": "m-001",
                "text": "hello"
                }\
                """);
            assertThat(terminal.next().get("accepted").booleanValue()).isTrue();
        }
    }

    @Test
    void anyUniqueMessageIdWillDo() throws Exception {
        try (var terminal = connected()) {
            for (var id : List.of(
                    "device-001-000001", "device-001-000002", UUID.randomUUID().toString(), "1780272000.123", "消息 1")) {
                terminal.message(id, "hello");
                assertThat(terminal.next("message").get("message_id").stringValue())
                        .isEqualTo(id);
            }
        }
    }

    @Test
    void reusingAMessageIdIsADuplicate() throws Exception {
        try (var terminal = connected()) {
            terminal.message("m-001", "hello").next("message");
            terminal.message("m-001", "hello");
            assertThat(terminal.next("ack").get("duplicate").booleanValue()).isTrue();
        }
        assertThat(model.asked()).hasSize(1);
    }

    // Ack frame

    @Test
    void theAckOfAnAcceptedMessage() throws Exception {
        try (var terminal = connected()) {
            terminal.message("device-001-000001", "hello");
            assertThat(terminal.next()).isEqualTo(json("""
                {
                "type": "ack",
                "message_id": "device-001-000001",
                "session_id": "terminal-dev:local:device-001",
                "accepted": true
                }\
                """));
        }
    }

    @Test
    void theAckOfADuplicateStillProcessingAndTheTerminalKeepsWaitingOnTheSocket() throws Exception {
        var gate = held();
        try (var terminal = connected()) {
            terminal.message("device-001-000001", "hello").next("ack");
            gate.awaitSomebody();
            terminal.message("device-001-000001", "hello");
            assertThat(terminal.next()).isEqualTo(json("""
                {
                "type": "ack",
                "message_id": "device-001-000001",
                "session_id": "terminal-dev:local:device-001",
                "accepted": false,
                "duplicate": true,
                "pending": true
                }\
                """));
            gate.open();
            assertThat(terminal.next().get("text").stringValue()).isEqualTo("cached assistant reply");
        }
    }

    @Test
    void theAckOfADuplicateAlreadyCompletedHasTheCachedReply() throws Exception {
        model.script((request, listener) -> ModelReply.text("cached assistant reply"));
        try (var terminal = connected()) {
            terminal.message("device-001-000001", "hello").next("message");
            terminal.message("device-001-000001", "hello");
            var expected = json("""
                {
                "type": "ack",
                "message_id": "device-001-000001",
                "session_id": "terminal-dev:local:device-001",
                "accepted": false,
                "duplicate": true,
                "pending": false,
                "reply": "cached assistant reply"
                }\
                """);
            var ack = terminal.next();
            expected.propertyNames().forEach(field -> assertThat(ack.get(field)).isEqualTo(expected.get(field)));
        }
    }

    @Test
    void anAckWithAnErrorSaysSoInWords() throws Exception {
        var gate = held();
        try (var terminal = connected()) {
            for (int i = 1; i <= 64; i++) {
                terminal.message("m-" + i, "hello").next("ack");
            }
            terminal.message("m-65", "one too many");
            var ack = terminal.next("ack");
            assertThat(ack.get("accepted").booleanValue()).isFalse();
            assertThat(ack.get("error").stringValue()).contains("64 messages");
            gate.open();
        }
    }

    // Assistant message frame

    @Test
    void theAssistantMessageHasTheSixFieldsOfTheGuide() throws Exception {
        try (var terminal = connected()) {
            var reply = terminal.message("device-001-000001", "hello").next("message");
            assertThat(reply.propertyNames())
                    .containsExactly("type", "role", "message_id", "run_id", "text", "finish_reason");
            assertThat(reply.get("role").stringValue()).isEqualTo("assistant");
            assertThat(reply.get("finish_reason").stringValue()).isEqualTo("stop");
        }
    }

    @Test
    void theRunIdIsForDiagnostics() throws Exception {
        try (var terminal = connected()) {
            var run = terminal.message("m-001", "hello")
                    .next("message")
                    .get("run_id")
                    .stringValue();
            var line = gateway.get("/api/runs/" + run);
            assertThat(line.get("session_id").stringValue()).isEqualTo(SESSION);
            assertThat(line.get("message_id").stringValue()).isEqualTo("m-001");
            assertThat(line.get("finish_reason").stringValue()).isEqualTo("stop");
        }
    }

    @Test
    void theFinishReasonIsErrorWhenTheRunFailed() throws Exception {
        model.script((request, listener) -> {
            throw new SwitchboardException(ErrorCode.MODEL_UNAVAILABLE, "The model cannot be reached just now.");
        });
        try (var terminal = connected()) {
            var reply = terminal.message("m-001", "hello").next("message");
            assertThat(reply.get("finish_reason").stringValue()).isEqualTo("error");
            assertThat(reply.get("text").stringValue()).isEqualTo("The model cannot be reached just now.");
        }
    }

    // Ping and pong

    @Test
    void aPingIsAnsweredWithAPongAlsoWhileARunIsGoingOn() throws Exception {
        var gate = held();
        try (var terminal = connected()) {
            terminal.message("m-001", "hello").next("ack");
            gate.awaitSomebody();
            assertThat(terminal.send("{\"type\": \"ping\"}").next()).isEqualTo(json("{\"type\": \"pong\"}"));
            gate.open();
        }
    }

    // Error frame: the common first-pass errors

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        connect is required before message        | false | {"type":"message","message_id":"m-1","text":"hello"}
        peer_id is required                       | false | {"type":"connect","device_name":"desk-terminal"}
        message_id is required                    | true  | {"type":"message","text":"hello"}
        text is required                          | true  | {"type":"message","message_id":"m-1"}
        Unsupported websocket frame type: example | true  | {"type":"example"}
        """)
    void aCommonErrorIsSaidInTheGuidesWordsAndTheConnectionStaysOpen(String error, boolean connected, String frame)
            throws Exception {
        try (var terminal = connected ? connected() : open()) {
            var answer = terminal.send(frame).next();
            assertThat(answer.get("type").stringValue()).isEqualTo("error");
            assertThat(answer.get("error").stringValue()).isEqualTo(error);
            assertThat(terminal.send("{\"type\":\"ping\"}").next().get("type").stringValue())
                    .isEqualTo("pong");
        }
    }

    @Test
    void afterAnErrorTheUserMayRetryWithANewMessageId() throws Exception {
        try (var terminal = connected()) {
            assertThat(terminal.message("m-001", " ").next().get("error").stringValue())
                    .isEqualTo("text is required");
            terminal.message("m-002", "hello");
            assertThat(terminal.next("message").get("message_id").stringValue()).isEqualTo("m-002");
        }
    }

    // Terminal state machine

    @Test
    void aTerminalThatReconnectsInTheMiddleOfATurnGetsTheReplyOnItsNewSocket() throws Exception {
        var gate = held();
        var before = connected();
        before.message("m-001", "hello").next("ack");
        gate.awaitSomebody();
        before.cut();
        try (var terminal = connected()) {
            await().until(() -> gateway.events("terminal-dev").stream()
                            .filter("terminal_connected"::equals)
                            .count()
                    == 2);
            gate.open();
            assertThat(terminal.next().get("text").stringValue()).isEqualTo("cached assistant reply");
        }
    }

    // Terminal implementation requirements

    @Test
    void moreThanOneTurnInFlightIsKeptInOrderForThoseWithoutAGuard() throws Exception {
        try (var terminal = connected()) {
            for (int i = 1; i <= 5; i++) {
                terminal.message("m-" + i, "text " + i);
            }
            for (int i = 1; i <= 5; i++) {
                assertThat(terminal.next("message").get("text").stringValue()).isEqualTo("echo: text " + i);
            }
        }
    }

    @Test
    void noTokenIsNeededOnThisMachine() throws Exception {
        connected().close();
    }

    // Manual test with websocat, acceptance checklist: see ForeignClientsIT for the walk with a real tool

    @Test
    void theManualTestsExchangeIsExactlyAsExpected() throws Exception {
        try (var terminal = open()) {
            terminal.send("""
                {"type":"connect","peer_id":"device-001","device_name":"desk-terminal","capabilities":["text"]}\
                """);
            assertThat(terminal.next()).isEqualTo(json("""
                {"type":"connected","channel_id":"terminal-dev","session_id":"terminal-dev:local:device-001"}\
                """));
            terminal.send("""
                {"type":"message","message_id":"device-001-000001","text":"hello"}\
                """);
            assertThat(terminal.next()).isEqualTo(json("""
                {"type":"ack","message_id":"device-001-000001","session_id":"terminal-dev:local:device-001","accepted":true}\
                """));
            var reply = terminal.next();
            assertThat(reply).isEqualTo(json("""
                {"type":"message","role":"assistant","message_id":"device-001-000001","run_id":"%s","text":"echo: hello","finish_reason":"stop"}\
                """.formatted(reply.get("run_id").stringValue())));
        }
    }

    @Test
    void theFirstStageIsTextOnlyAndAnythingElseIsAnsweredInWords() throws Exception {
        try (var terminal = connected()) {
            terminal.socket()
                    .sendBinary(ByteBuffer.wrap(new byte[] {1, 2, 3}), true)
                    .join();
            assertThat(terminal.next().get("error").stringValue()).contains("binary frames are not supported");
        }
    }

    private Device open() {
        return Device.open(gateway.channel("terminal-dev"));
    }

    private Device connected() throws InterruptedException {
        var terminal = open();
        assertThat(terminal.send(CONNECT).next().get("type").stringValue()).isEqualTo("connected");
        return terminal;
    }

    private Gate held() {
        var gate = new Gate();
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("cached assistant reply");
        });
        return gate;
    }

    private static JsonNode json(String text) {
        return Json.mapper().readTree(text);
    }
}
