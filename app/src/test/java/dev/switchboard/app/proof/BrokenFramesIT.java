package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import dev.switchboard.testkit.Loops;
import dev.switchboard.testkit.RawSocket;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Throws broken frames at a gateway: its connection stays, every answer is a frame a device knows, and nobody is shown a
 * stack trace. {@code -Dseed=…} throws the same frames as another time.
 */
class BrokenFramesIT {
    private static final int BATCHES = Loops.times("batches", 300, 10_000);
    private static final int BATCH = 20;
    private static final int GARBAGE = 200;
    private static final Set<String> KNOWN = Set.of("connected", "ack", "message", "pong", "error");
    private static final int POLICY = 1008;

    private static GatewayChild gateway;
    private static URI channel;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final BrokenFrames broken = new BrokenFrames(random);

    @BeforeAll
    static void start(@TempDir Path folder) throws InterruptedException {
        gateway = GatewayChild.start(folder.resolve("data"), GatewayChild.offline(folder));
        channel = gateway.channel();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** Whatever was thrown: it lives, its doors answer, and its log holds nothing that only a programmer understands. */
    @AfterEach
    void theGatewayIsWell() throws Exception {
        assertThat(gateway.isAlive()).isTrue();
        for (var path : new String[] {
            "/readyz", "/api/status", "/api/channels", "/api/sessions", "/api/channels/terminal-dev/events?limit=500"
        }) {
            gateway.get(path);
        }
        assertThat(gateway.stackTraces()).isEmpty();
        try (var device = greeted("witness")) {
            device.text("{\"type\":\"ping\"}");
            assertThat(next(device).get("type").stringValue()).isEqualTo("pong");
        }
    }

    @Test
    void aConnectionSurvivesThousandsOfBrokenFrames() throws Exception {
        System.out.printf("BrokenFramesIT: %d frames, -Dseed=%d%n", BATCHES * BATCH, seed);
        try (var device = greeted("device-001")) {
            for (int batch = 0; batch < BATCHES; batch++) {
                for (int i = 0; i < BATCH; i++) {
                    broken.throwAt(device);
                }
                device.text("{\"type\":\"ping\"}").text("{\"type\":\"marker-%d\"}".formatted(batch));
                boolean pong = false;
                for (var frame = next(device); !isMarker(frame, batch); frame = next(device)) {
                    pong |= frame.get("type").stringValue().equals("pong");
                }
                assertThat(pong).describedAs("a pong in batch %d", batch).isTrue();
            }
        }
    }

    /** Only refused greetings may end a connection, and only with a word about it. */
    @Test
    void brokenGreetingsAreAnsweredInWords() throws Exception {
        System.out.printf("BrokenFramesIT: greetings, -Dseed=%d%n", seed);
        for (int i = 0; i < GARBAGE; i++) {
            try (var device = RawSocket.open(channel)) {
                for (int j = 0; j < 4; j++) {
                    device.text(broken.greeting());
                }
                device.text("{\"type\":\"marker-1\"}");
                var frame = device.receive();
                while (frame.opcode() == RawSocket.TEXT && !isMarker(read(frame), 1)) {
                    frame = device.receive();
                }
                if (frame.opcode() == RawSocket.CLOSE) {
                    assertThat(frame.closeCode()).isEqualTo(POLICY);
                }
            }
        }
    }

    @Test
    void aNameThatIsNoTextDoesNotSpoilTheStatus() throws Exception {
        try (var device = RawSocket.open(channel)) {
            device.text("{\"type\":\"connect\",\"peer_id\":\"odd\",\"device_name\":\"half \\ud83d\"}");
            assertThat(next(device).get("type").stringValue()).isEqualTo("connected");
            assertThat(gateway.get("/api/status").toString()).contains("half ");
        }
    }

    @Test
    void aWordOfAMebibyteIsNotRepeatedInFull() throws Exception {
        try (var device = greeted("device-002")) {
            var word = "x".repeat(1024 * 1024 - 100);
            device.text("{\"type\":\"%s\"}".formatted(word));
            var unknown = next(device);
            assertThat(unknown.get("type").stringValue()).isEqualTo("error");
            assertThat(unknown.get("error").stringValue())
                    .startsWith("Unsupported websocket frame type: xxx")
                    .hasSizeLessThan(1_000);
            device.text("{\"type\":\"message\",\"text\":\"hello\",\"message_id\":\"%s\"}"
                    .formatted(word.substring(0, word.length() - 50)));
            var tooLong = next(device);
            assertThat(tooLong.get("error").stringValue()).isEqualTo("message_id must have 1 to 128 characters");
            assertThat(tooLong.toString()).hasSizeLessThan(1_000);
        }
    }

    @Test
    void garbageInsteadOfFramesEndsItsOwnConnectionAlone() throws Exception {
        System.out.printf("BrokenFramesIT: garbage, -Dseed=%d%n", seed);
        try (var witness = greeted("device-003")) {
            for (int i = 0; i < GARBAGE; i++) {
                try (var bad = random.nextInt(8) == 0 ? RawSocket.plain(channel) : RawSocket.open(channel)) {
                    if (random.nextBoolean()) {
                        bad.text("{\"type\":\"connect\",\"peer_id\":\"garbage\"}");
                    }
                    bad.bytes(broken.garbage());
                    if (random.nextInt(4) > 0) {
                        bad.bytes(broken.garbage());
                    }
                } catch (IOException _) {
                    // It was closed while we wrote, as it may be.
                }
                if (i % 10 == 0) {
                    witness.text("{\"type\":\"ping\"}");
                    assertThat(next(witness).get("type").stringValue()).isEqualTo("pong");
                }
            }
        }
    }

    private static RawSocket greeted(String peerId) throws IOException {
        var device = RawSocket.open(channel);
        device.text("{\"type\":\"connect\",\"peer_id\":\"%s\"}".formatted(peerId));
        assertThat(next(device).get("type").stringValue()).isEqualTo("connected");
        return device;
    }

    private static JsonNode next(RawSocket device) throws IOException {
        var frame = device.receive();
        assertThat(frame.opcode())
                .describedAs("a text frame, not %s", frame.text())
                .isEqualTo(RawSocket.TEXT);
        return read(frame);
    }

    /** A frame every device understands. */
    private static JsonNode read(RawSocket.Frame frame) {
        var text = frame.text();
        JsonNode tree;
        try {
            tree = Json.mapper().readTree(text);
        } catch (JacksonException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
        assertThat(tree.path("type").stringValue(""))
                .describedAs("type of %s", text)
                .isIn(KNOWN);
        assertThat(text)
                .doesNotContain("Exception")
                .doesNotContain("dev.switchboard")
                .doesNotContain("tools.jackson");
        assertThat(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(text);
        return tree;
    }

    private static boolean isMarker(JsonNode frame, int number) {
        return frame.path("error").stringValue("").equals("Unsupported websocket frame type: marker-" + number);
    }
}
