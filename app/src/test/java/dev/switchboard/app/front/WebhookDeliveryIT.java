package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.testkit.ScriptedModel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** When a webhook's reply counts as delivered: when all of it was written, and not when it was about to be. */
class WebhookDeliveryIT {
    /** More calls than an operating system keeps answers for. */
    private static final int CALLS = 60;

    /** An answer that the gateway writes in one piece. */
    private static final String LONG = "x".repeat(30_000);

    @TempDir
    Path data;

    private TestGateway gateway;

    @BeforeEach
    void start() {
        gateway = TestGateway.start(data, new ScriptedModel((request, listener) -> ModelReply.text(LONG)));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void aReplyThatIsStuckOnItsWayIsNeitherDeliveredNorUnclaimedUntilItsCallerLeaves() throws IOException {
        String stuck;
        try (var caller = new Socket()) {
            caller.setReceiveBufferSize(4_096);
            caller.connect(new InetSocketAddress("127.0.0.1", gateway.port()), 10_000);
            for (int i = 0; i < CALLS; i++) {
                caller.getOutputStream().write(call("m-" + i));
            }
            // It reads nothing, so there comes an answer that cannot be written to its end.
            stuck = await().during(Duration.ofMillis(500))
                    .until(
                            this::lastAnswered,
                            last -> last.equals(lastAnswered())
                                    && outcomes(last).isEmpty());
        }
        await().untilAsserted(() -> assertThat(outcomes(stuck)).containsExactly("outbound_unclaimed"));
    }

    @Test
    void aReplyThatWasReadIsDelivered() throws IOException {
        try (var caller = new Socket("127.0.0.1", gateway.port())) {
            caller.setSoTimeout(60_000);
            caller.getOutputStream().write(call("m-1"));
            var read = new String(caller.getInputStream().readNBytes(LONG.length()), StandardCharsets.UTF_8);
            assertThat(read).startsWith("HTTP/1.1 200 ");
            await().untilAsserted(() -> assertThat(outcomes("m-1")).containsExactly("outbound_delivered"));
        }
    }

    private byte[] call(String id) {
        var body = "{\"peer_id\":\"peer-%s\",\"message_id\":\"%s\",\"text\":\"hello\"}".formatted(id, id);
        return String.join(
                        "\r\n",
                        "POST /api/channels/hooks/webhook HTTP/1.1",
                        "Host: 127.0.0.1:" + gateway.port(),
                        "Content-Type: application/json",
                        "Content-Length: " + body.length(),
                        "",
                        body)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The message whose run ended last. */
    private String lastAnswered() {
        return events().stream()
                .filter(event -> event.get("type").stringValue().equals("direct_run_finished"))
                .map(event -> event.get("message_id").stringValue())
                .reduce("", (_, later) -> later);
    }

    private List<String> outcomes(String messageId) {
        return events().stream()
                .filter(event -> event.path("message_id").asString("").equals(messageId))
                .map(event -> event.get("type").stringValue())
                .filter(type -> type.startsWith("outbound_"))
                .toList();
    }

    private List<JsonNode> events() {
        return gateway.get("/api/channels/hooks/events?limit=500")
                .get("events")
                .valueStream()
                .toList();
    }
}
