package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Nonsense, thousandfold: whatever comes, the next client is served and everything is counted back to zero. */
class FuzzTest extends ServerTest {
    private final long seed = Long.getLong("fuzz.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void brokenFramesDoNoHarm() throws Exception {
        System.out.println("fuzz.seed=" + seed);
        var server = serve(_ -> new Response.Upgrade(SETTINGS, new RecordingListener.Echo()));
        for (int i = 0; i < 400; i++) {
            try (var client = RawClient.to(server).upgrade()) {
                for (int j = random.nextInt(20); j >= 0; j--) {
                    client.send(random.nextInt(3) == 0 ? noise(200) : brokenFrame());
                }
            } catch (IOException _) {
                // it was closed, which is fine
            }
        }
        assertThat(upgrade(server).text("still here").receiveData().text()).isEqualTo("still here");
        await().untilAsserted(() -> assertThat(server.stats()).isEqualTo(new NetStats(1, 1, 0, 0, 0)));
    }

    @Test
    void brokenRequestsDoNoHarm() throws Exception {
        System.out.println("fuzz.seed=" + seed);
        var server = serve(request -> text(request.path()));
        for (int i = 0; i < 400; i++) {
            try (var client = RawClient.to(server)) {
                for (int j = random.nextInt(5); j >= 0; j--) {
                    client.send(random.nextInt(3) == 0 ? noise(2_000) : brokenRequest());
                }
            } catch (IOException _) {
                // it was closed, which is fine
            }
        }
        var answer = connect(server).send("GET /still/here HTTP/1.1", "Host: a").answer();
        assertThat(answer.text()).isEqualTo("/still/here");
        await().until(() ->
                server.stats().openConnections() == 1 && server.stats().preAuth() == 1);
    }

    private byte[] noise(int most) {
        var bytes = new byte[random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Nearly a frame: a bit turned over, or cut, or longer than it says. */
    private byte[] brokenFrame() {
        int[] firsts = {0x81, 0x01, 0x80, 0x00, 0x82, 0x88, 0x89, 0x8A, 0xC1};
        var frame = new ByteArrayOutputStream();
        frame.writeBytes(RawClient.frame(firsts[random.nextInt(firsts.length)], noise(300)));
        return damaged(frame.toByteArray());
    }

    private byte[] brokenRequest() {
        var request = "POST /a%%20b?c=%s HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\nX: y\r\n\r\n%s"
                .formatted(random.nextInt(), random.nextInt(20), "z".repeat(random.nextInt(20)));
        return damaged(request.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] damaged(byte[] bytes) {
        if (bytes.length > 0 && random.nextBoolean()) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return random.nextInt(4) == 0 ? java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
    }
}
