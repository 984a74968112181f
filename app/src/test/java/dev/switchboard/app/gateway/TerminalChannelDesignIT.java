package dev.switchboard.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.model.ModelReply;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.ScriptedModel;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests and acceptance criteria of the design of the terminal channel, in its order. */
class TerminalChannelDesignIT {
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

    @Test
    void connectReturnsConnectedWithAStableSessionId() throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            try (var device = Device.open(gateway.channel("terminal-dev"))) {
                device.send("""
                    {"type":"connect","peer_id":"device-001","device_name":"desk-terminal","capabilities":["text"]}\
                    """);
                assertThat(device.next()).isEqualTo(Json.mapper().readTree("""
                    {"type":"connected","channel_id":"terminal-dev","session_id":"terminal-dev:local:device-001"}\
                    """));
            }
        }
    }

    @Test
    void aMessageFramePublishesThroughTheRuntimeAndReturnsAckPlusAssistantMessage() throws InterruptedException {
        try (var device = gateway.connect("device-001")) {
            device.message("m-001", "你好");
            assertThat(device.next()).isEqualTo(Json.mapper().readTree("""
                {"type":"ack","message_id":"m-001","session_id":"terminal-dev:local:device-001","accepted":true}\
                """));
            var reply = device.next();
            assertThat(reply.get("type").stringValue()).isEqualTo("message");
            assertThat(reply.get("role").stringValue()).isEqualTo("assistant");
            assertThat(reply.get("message_id").stringValue()).isEqualTo("m-001");
            assertThat(reply.get("run_id").stringValue()).startsWith("run-");
            assertThat(reply.get("text").stringValue()).isEqualTo("echo: 你好");
            assertThat(reply.get("finish_reason").stringValue()).isEqualTo("stop");
            await().untilAsserted(() -> assertThat(gateway.events("terminal-dev"))
                    .containsExactly(
                            "adapter_started",
                            "terminal_connected",
                            "inbound_accepted",
                            "direct_run_started",
                            "direct_run_finished",
                            "outbound_delivered"));
        }
    }

    @Test
    void aDuplicateMessageIdDoesNotPublishASecondInboundAndReturnsDuplicateStatus() throws InterruptedException {
        var gate = new Gate();
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("slow answer");
        });
        try (var device = gateway.connect("device-001")) {
            device.message("m-001", "hello");
            assertThat(device.next("ack").get("accepted").booleanValue()).isTrue();
            gate.awaitSomebody();
            device.message("m-001", "hello");
            assertThat(device.next()).isEqualTo(Json.mapper().readTree("""
                {"type":"ack","message_id":"m-001","session_id":"terminal-dev:local:device-001","accepted":false,"duplicate":true,"pending":true}\
                """));
            gate.open();
            var reply = device.next("message");
            device.message("m-001", "hello");
            var ack = device.next("ack");
            assertThat(ack.get("duplicate").booleanValue()).isTrue();
            assertThat(ack.get("pending").booleanValue()).isFalse();
            assertThat(ack.get("reply").stringValue()).isEqualTo("slow answer");
            assertThat(ack.get("run_id")).isEqualTo(reply.get("run_id"));
            assertThat(ack.get("finish_reason").stringValue()).isEqualTo("stop");
        }
        assertThat(model.asked()).hasSize(1);
        assertThat(gateway.events("terminal-dev")).contains("inbound_duplicate");
    }

    @Test
    void aDisconnectBeforeOutboundRecordsOutboundUnclaimed() throws InterruptedException {
        var gate = new Gate();
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("nobody there");
        });
        try (var device = gateway.connect("device-001")) {
            device.message("m-001", "hello");
            gate.awaitSomebody();
        }
        await().untilAsserted(() -> assertThat(gateway.events("terminal-dev")).contains("terminal_disconnected"));
        gate.open();
        await().untilAsserted(() -> assertThat(gateway.events("terminal-dev")).contains("outbound_unclaimed"));
    }

    @Test
    void anUnknownFrameTypeReturnsAnErrorAndKeepsTheConnectionAlive() throws InterruptedException {
        try (var device = gateway.connect("device-001")) {
            device.send("{\"type\":\"example\"}");
            assertThat(device.next().get("error").stringValue()).isEqualTo("Unsupported websocket frame type: example");
            device.send("{\"type\":\"ping\"}");
            assertThat(device.next()).isEqualTo(Json.mapper().readTree("{\"type\":\"pong\"}"));
        }
    }

    @Test
    void channelStatusExposesWebsocketUrlAndConnectedPeerCount() throws InterruptedException {
        try (var device = gateway.connect("device-001")) {
            for (var path : new String[] {"/api/status", "/api/channels"}) {
                var channel = gateway.get(path)
                        .get("channels")
                        .valueStream()
                        .filter(line -> line.get("channel_id").stringValue().equals("terminal-dev"))
                        .findFirst()
                        .orElseThrow();
                assertThat(channel.get("websocket_url").stringValue())
                        .isEqualTo("ws://127.0.0.1:%d/api/channels/terminal-dev/ws".formatted(gateway.port()));
                assertThat(channel.get("connected_peers").intValue()).isEqualTo(1);
                assertThat(channel.get("state").stringValue()).isEqualTo("running");
                assertThat(channel.get("devices").get(0).get("peer_id").stringValue())
                        .isEqualTo("device-001");
                assertThat(channel.get("capabilities").toString())
                        .isEqualTo("[\"receive_text\",\"send_text\",\"persistent_connection\"]");
            }
            device.send("{\"type\":\"ping\"}");
            device.next("pong");
        }
    }

    @Test
    void reconnectingWithTheSamePeerIdKeepsTheSessionAndItsMemory() throws InterruptedException {
        try (var device = gateway.connect("device-001")) {
            device.message("m-001", "remember the milk");
            device.next("message");
        }
        try (var device = gateway.connect("device-001")) {
            device.message("m-002", "what was it?");
            assertThat(device.next("ack").get("session_id").stringValue()).isEqualTo(SESSION);
            device.next("message");
        }
        assertThat(model.asked().getLast().messages()).hasSize(3);
    }
}
