package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.DeafBus;
import dev.switchboard.testkit.ScriptedModel;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bus loses every notification, in both directions: the sweep finds all of it. */
class LostWakeUpsIT {
    private final DeafBus bus = new DeafBus();
    private final ScriptedModel model = ScriptedModel.echo();
    private TestGateway gateway;

    @BeforeEach
    void start(@TempDir Path data) {
        gateway = TestGateway.start(data, model, bus, Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void everyMessageIsAnsweredAndDeliveredInOrder() throws InterruptedException {
        try (var one = gateway.connect("device-001");
                var two = gateway.connect("device-002")) {
            for (var device : List.of(one, two)) {
                for (int i = 1; i <= 3; i++) {
                    device.message("m-" + i, "message " + i);
                    assertThat(device.next().get("accepted").booleanValue()).isTrue();
                }
            }
            for (var device : List.of(one, two)) {
                for (int i = 1; i <= 3; i++) {
                    var reply = device.next();
                    assertThat(reply.get("message_id").stringValue()).isEqualTo("m-" + i);
                    assertThat(reply.get("text").stringValue()).isEqualTo("echo: message " + i);
                }
            }
            await().untilAsserted(() -> assertThat(gateway.events("terminal-dev"))
                    .filteredOn("outbound_delivered"::equals)
                    .hasSize(6));
            assertThat(one.poll()).isNull();
            assertThat(two.poll()).isNull();
        }
        assertThat(model.asked()).hasSize(6);
        assertThat(bus.lostInbound).hasValueGreaterThanOrEqualTo(6);
        assertThat(bus.lostOutbound).hasValue(6);
    }

    @Test
    void aWebhookStillGetsItsAnswer() {
        var answer = gateway.post("/api/channels/hooks/webhook", """
            {"peer_id":"cron","message_id":"m-1","text":"hello"}\
            """);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Json.mapper().readTree(answer.body()).get("text").stringValue())
                .isEqualTo("echo: hello");
    }
}
