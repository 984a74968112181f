package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What SIGTERM does to a gateway that is in the middle of a run, and what a second gateway is told. */
class GracefulStopIT {
    private static final Duration DRAIN_AND_MORE = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    private final SlowModel model = new SlowModel(Duration.ofSeconds(3));
    private Path data;
    private Path config;

    @BeforeEach
    void prepare() {
        data = folder.resolve("data");
        config = GatewayChild.asking(folder, model.url());
    }

    @AfterEach
    void stop() {
        model.close();
    }

    @Test
    void aRunningTurnIsFinishedAndNothingNewIsAdmitted() throws InterruptedException {
        String refused;
        try (var gateway = GatewayChild.start(data, config)) {
            var device = Device.connect(gateway.channel(), "device-001");
            device.message("m-1", "hello");
            assertThat(device.next("ack").get("accepted").booleanValue()).isTrue();
            model.awaitBegun();

            gateway.terminate();

            refused = firstRefused(device);
            device.send("{\"type\":\"ping\"}");
            device.next("pong");
            var reply = device.next("message");
            assertThat(reply.get("message_id").stringValue()).isEqualTo("m-1");
            assertThat(reply.get("text").stringValue()).startsWith("you said: hello");
            assertThat(reply.get("finish_reason").stringValue()).isEqualTo("stop");
            assertThat(device.closeCode()).isEqualTo(1001);
            assertThat(gateway.awaitExit(DRAIN_AND_MORE)).isZero();
            assertThat(gateway.stackTraces()).isEmpty();
        }
        model.takes(Duration.ofMillis(50));
        try (var gateway = GatewayChild.start(data, config);
                var device = Device.connect(gateway.channel(), "device-001")) {
            device.message(refused, "one more");
            assertThat(device.next("ack").get("accepted").booleanValue()).isTrue();
            JsonNode reply;
            do {
                reply = device.next("message");
            } while (!reply.get("message_id").stringValue().equals(refused));
            SessionAudit.of(gateway, "device-001").everyEventIsThereOnce().everyTurnEnds();
        }
    }

    @Test
    void aRunThatTakesTooLongIsContinuedByTheNextGatewayUnderTheSameId() throws InterruptedException {
        model.takes(Duration.ofMinutes(10));
        try (var gateway = GatewayChild.start(data, config)) {
            var device = Device.connect(gateway.channel(), "device-001");
            device.message("m-1", "hello");
            model.awaitBegun();
            gateway.terminate();
            assertThat(device.closeCode()).isEqualTo(1001);
            assertThat(gateway.awaitExit(DRAIN_AND_MORE)).isZero();
            assertThat(gateway.stackTraces()).isEmpty();
        }
        model.takes(Duration.ofMillis(50));
        try (var gateway = GatewayChild.start(data, config);
                var device = Device.connect(gateway.channel(), "device-001")) {
            device.message("m-1", "hello");
            var ack = device.next("ack");
            assertThat(ack.get("duplicate").booleanValue()).isTrue();
            if (ack.get("pending").booleanValue()) {
                device.next("message");
            }
            var audit = SessionAudit.of(gateway, "device-001")
                    .everyEventIsThereOnce()
                    .everyTurnEnds();
            assertThat(audit.events("answered")).hasSize(1);
            assertThat(audit.aborted()).isEqualTo(1);
            assertThat(audit.events("run_started"))
                    .hasSize(2)
                    .extracting(start -> start.get("runId"))
                    .containsOnly(audit.events("answered").getFirst().get("runId"));
        }
    }

    @Test
    void aWaitingWebhookCallerGetsItsReplyIfTheRunEndsInTime() throws Exception {
        try (var gateway = GatewayChild.start(data, config)) {
            var waiting = gateway.call("build-17", "hello");
            model.awaitBegun();
            gateway.terminate();

            var answer = waiting.get(DRAIN_AND_MORE.toSeconds(), TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(read(answer).get("text").stringValue()).startsWith("you said: hello");
            assertThat(gateway.awaitExit(DRAIN_AND_MORE)).isZero();
        }
    }

    @Test
    void aWaitingWebhookCallerIsToldThatItsMessageIsPendingAndANewOneToSendItAgain() throws Exception {
        model.takes(Duration.ofMinutes(10));
        try (var gateway = GatewayChild.start(data, config)) {
            var waiting = gateway.call("build-17", "hello");
            model.awaitBegun();
            gateway.terminate();

            await().until(() -> gateway.request("/readyz").statusCode() == 503);
            var refused = gateway.call("build-18", "hello").get(60, TimeUnit.SECONDS);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(read(refused).get("error").get("code").stringValue()).isEqualTo("shutting_down");
            assertThat(waiting).isNotDone();

            var answer = waiting.get(DRAIN_AND_MORE.toSeconds(), TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(202);
            assertThat(answer.body())
                    .isEqualTo("{\"message_id\":\"build-17\",\"session_id\":\"hooks:local:ci\",\"pending\":true}");
            assertThat(gateway.awaitExit(DRAIN_AND_MORE)).isZero();
            assertThat(gateway.stackTraces()).isEmpty();
        }
        model.takes(Duration.ofMillis(50));
        try (var gateway = GatewayChild.start(data, config)) {
            var again = read(gateway.call("build-17", "hello").get(60, TimeUnit.SECONDS));
            assertThat(again.get("duplicate").booleanValue()).isTrue();
            assertThat(again.get("text").stringValue()).startsWith("you said: hello");
            var refused = read(gateway.call("build-18", "hello").get(60, TimeUnit.SECONDS));
            assertThat(refused.has("duplicate")).as("nothing was recorded").isFalse();
        }
    }

    @Test
    void aSecondGatewayOnTheSameDataIsToldWhoHasIt() throws InterruptedException {
        try (var gateway = GatewayChild.start(data, config);
                var second = GatewayChild.launch(data, config)) {
            assertThat(second.awaitExit(DRAIN_AND_MORE)).isEqualTo(1);
            assertThat(second.log()).singleElement().asString().contains("already running, pid " + gateway.pid());
            assertThat(gateway.request("/readyz").statusCode()).isEqualTo(200);
        }
    }

    private static JsonNode read(HttpResponse<String> answer) {
        return Json.mapper().readTree(answer.body());
    }

    /** The signal takes a moment; what is still admitted before it arrives is kept for the next gateway. */
    private static String firstRefused(Device device) throws InterruptedException {
        for (int i = 2; i < 1_000; i++) {
            var id = "m-" + i;
            device.message(id, "one more");
            var ack = device.next("ack");
            if (!ack.get("accepted").booleanValue()) {
                assertThat(ack.get("code").stringValue()).isEqualTo("shutting_down");
                assertThat(ack.get("error").stringValue()).contains("send it again");
                return id;
            }
        }
        throw new AssertionError("everything was admitted");
    }
}
