package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.testkit.Device;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Fills the disk under a running gateway: a small file system in memory, which takes root to mount. */
class DiskFullIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LONG = "x".repeat(15_000);
    private static final String SLOW = "y".repeat(15_000);

    @TempDir(cleanup = CleanupMode.NEVER) // unmounted first, and then by hand
    Path folder;

    private final SlowModel model = new SlowModel(Duration.ofMillis(20));
    private final Set<String> acknowledged = new LinkedHashSet<>();
    private final Map<String, String> refused = new LinkedHashMap<>();
    private Path disk;
    private Path config;
    private boolean mounted;
    private int messages;

    @BeforeEach
    void mount() throws Exception {
        config = GatewayChild.asking(folder, model.url());
        disk = Files.createDirectory(folder.resolve("disk"));
        mounted = run("mount", "-t", "tmpfs", "-o", "size=12m,mode=0700", "tmpfs", disk.toString());
        Needs.that(mounted, "a small file system cannot be mounted here: no disk was filled");
    }

    @AfterEach
    void unmount() throws Exception {
        model.close();
        if (mounted) {
            assertThat(run("umount", disk.toString())).isTrue();
        }
        Files.delete(disk);
        Files.delete(config);
        Files.delete(folder);
    }

    @Test
    void nothingIsAcknowledgedThatIsNotStoredAndAllIsWellWhenThereIsRoomAgain() throws Exception {
        try (var gateway = GatewayChild.start(data(), config)) {
            var device = Device.connect(gateway.channel(), "device-001");
            assertThat(send(device, "before", "hello").get("accepted").booleanValue())
                    .isTrue();
            device.next("message");
            var runner = withARunThatEndsWhenNothingCanBeWritten(gateway);

            var filler = fill();
            sendUntilRefused(device, LONG);
            sendUntilRefused(device, "short");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(ready(gateway)).isEqualTo(503));
            assertThat(gateway.request("/healthz").statusCode()).isEqualTo(200);
            device.send("{\"type\":\"ping\"}");
            device.next("pong");
            noQuestionIsAskedAgainAndAgain(gateway);
            assertThat(gateway.isAlive()).isTrue();
            assertThat(refused).isNotEmpty();

            Files.delete(filler);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(ready(gateway)).isEqualTo(200));
            assertThat(runner.next("message").get("finish_reason").stringValue())
                    .isEqualTo("stop");
            for (var again : Map.copyOf(refused).entrySet()) {
                assertThat(send(device, again.getKey(), again.getValue())
                                .get("accepted")
                                .booleanValue())
                        .isTrue();
                replyTo(device, again.getKey());
            }
            assertThat(gateway.stackTraces().size())
                    .describedAs("lines of stack traces: one trace at most for one full disk")
                    .isLessThan(40);
            gateway.kill();
        }
        allThatWasAcknowledgedIsThereAndAnswered();
    }

    private Device withARunThatEndsWhenNothingCanBeWritten(GatewayChild gateway) throws InterruptedException {
        model.takes(question -> question.equals(SLOW) ? Duration.ofSeconds(4) : Duration.ofMillis(20));
        var runner = Device.connect(gateway.channel(), "device-002");
        runner.message("running", SLOW);
        assertThat(runner.next("ack").get("accepted").booleanValue()).isTrue();
        while (!model.awaitBegun().equals(SLOW)) {
            // The one before it.
        }
        return runner;
    }

    /** The sweep looks every second for what has no answer, but a model is not paid again each time. */
    private void noQuestionIsAskedAgainAndAgain(GatewayChild gateway) {
        await().atMost(PATIENCE).until(() -> gateway.log().stream()
                .anyMatch(line -> line.contains("device-002") && !line.contains(" INFO ")));
        await().during(Duration.ofSeconds(5)).atMost(PATIENCE).untilAsserted(() -> assertThat(
                        model.asked().stream().collect(Collectors.groupingBy(it -> it, Collectors.counting())))
                .allSatisfy((question, times) ->
                        assertThat(times).describedAs(question).isLessThanOrEqualTo(3)));
    }

    private void allThatWasAcknowledgedIsThereAndAnswered() throws InterruptedException {
        try (var gateway = GatewayChild.start(data(), config)) {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                            SessionAudit.of(gateway, "device-001").events("answered"))
                    .extracting(end -> end.get("messageId").stringValue())
                    .containsExactlyInAnyOrderElementsOf(acknowledged));
            var audit = SessionAudit.of(gateway, "device-001")
                    .everyEventIsThereOnce()
                    .everyTurnEnds();
            assertThat(audit.events("user_message"))
                    .extracting(message -> message.get("messageId").stringValue())
                    .containsExactlyInAnyOrderElementsOf(acknowledged);
            var runner = SessionAudit.of(gateway, "device-002")
                    .everyEventIsThereOnce()
                    .everyTurnEnds();
            assertThat(runner.events("user_message")).hasSize(1);
            assertThat(runner.events("answered")).hasSize(1);
        }
    }

    /** Until three in a row are refused: what is left of the log's file may take a few. */
    private void sendUntilRefused(Device device, String text) throws InterruptedException {
        int inARow = 0;
        for (int i = 1; i < 600 && inARow < 3; i++) {
            var id = "m-" + ++messages;
            // Each text is another one, so that questions can be counted.
            var ack = send(device, id, text + " " + id);
            inARow = ack.get("accepted").booleanValue() ? 0 : inARow + 1;
        }
        assertThat(inARow).describedAs("refusals in a row").isEqualTo(3);
    }

    private JsonNode send(Device device, String id, String text) throws InterruptedException {
        device.message(id, text);
        JsonNode ack;
        do {
            ack = device.next("ack");
        } while (!ack.get("message_id").stringValue().equals(id));
        if (ack.get("accepted").booleanValue()) {
            acknowledged.add(id);
            refused.remove(id);
        } else {
            assertThat(ack.get("code").stringValue()).isEqualTo("store_unavailable");
            assertThat(ack.get("error").stringValue()).contains("disk is full");
            refused.put(id, text);
        }
        return ack;
    }

    private static void replyTo(Device device, String id) throws InterruptedException {
        JsonNode reply;
        do {
            reply = device.next("message");
        } while (!reply.get("message_id").stringValue().equals(id));
        assertThat(reply.get("finish_reason").stringValue()).isEqualTo("stop");
    }

    private static int ready(GatewayChild gateway) throws InterruptedException {
        return gateway.request("/readyz").statusCode();
    }

    private Path data() {
        return disk.resolve("data");
    }

    private Path fill() throws IOException {
        var filler = disk.resolve("filler");
        var zeros = new byte[4_096];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(zeros);
            }
        } catch (IOException _) {
            return filler; // No space left on device
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            var process = new ProcessBuilder(command).inheritIO().start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException _) {
            return false;
        }
    }
}
