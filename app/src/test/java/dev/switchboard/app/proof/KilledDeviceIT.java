package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.testkit.Loops;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a device at random moments and finds that all it was told to say was run once and answered, and that an answer
 * was shown a second time only with a mark. {@code -Dkills=…} kills more often, {@code -Dseed=…} as another time.
 */
class KilledDeviceIT {
    private static final int KILLS = Loops.times("kills", 20, 200);
    private static final String PEER = "device-001";
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void nothingSaidIsLostAndNothingIsShownTwiceUnmarkedHoweverOftenTheDeviceIsKilled() throws Exception {
        System.out.printf("KilledDeviceIT: %d kills, -Dseed=%d%n", KILLS, seed);
        try (var gateway = GatewayChild.start(folder.resolve("data"), GatewayChild.offline(folder))) {
            for (int kill = 0; kill < KILLS; kill++) {
                killAtSomeMoment(gateway, kill);
            }
            var last = device(gateway, 0, 0);
            assertThat(last.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(last.exitValue()).isZero();

            var audit = SessionAudit.of(gateway, PEER).everyEventIsThereOnce().everyTurnEnds();
            var run = ids(audit, "user_message");
            assertThat(ids(audit, "answered")).isEqualTo(run);
            assertThat(run).doesNotHaveDuplicates();
            var shown = shown();
            assertThat(shown.stream().map(line -> line.get(0)).distinct().toList())
                    .isEqualTo(run);
            assertThat(shown.stream()
                            .filter(line -> line.get(1).equals("first"))
                            .map(line -> line.get(0)))
                    .doesNotHaveDuplicates();
            assertThat(run).as("it got somewhere").hasSizeGreaterThan(KILLS);
            System.out.printf(
                    "KilledDeviceIT: %d messages, %d answers shown, %d of them marked%n",
                    run.size(),
                    shown.size(),
                    shown.stream().filter(line -> line.get(1).equals("again")).count());
        }
    }

    /** After some more answers, so that a slow machine gets as far; every fourth one while it starts. */
    private void killAtSomeMoment(GatewayChild gateway, int kill) throws Exception {
        var before = shown().size();
        var more = kill % 4 == 3 ? 0 : 1 + random.nextInt(8);
        var device = device(gateway, 1_000 * kill, Integer.MAX_VALUE);
        try {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(PATIENCE)
                    .until(() -> shown().size() >= before + more);
            // The random moment is what this test is about: there is no event to wait for.
            Thread.sleep(Duration.ofMillis(random.nextInt(more == 0 ? 900 : 12)));
        } finally {
            device.destroyForcibly().waitFor();
        }
    }

    private Process device(GatewayChild gateway, int from, int until) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), DeviceProcess.class.getName()));
        command.addAll(List.of(
                gateway.channel().toString(),
                folder.resolve("device").toString(),
                PEER,
                shownFile().toString(),
                Integer.toString(from),
                Integer.toString(until)));
        return new ProcessBuilder(command).inheritIO().start();
    }

    private Path shownFile() {
        return folder.resolve("shown");
    }

    private List<List<String>> shown() throws IOException {
        if (!Files.exists(shownFile())) {
            return List.of();
        }
        var text = Files.readString(shownFile());
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(line -> List.of(line.split(" ", 3)))
                .filter(words -> words.get(0).startsWith(PEER))
                .collect(Collectors.toList());
    }

    private static List<String> ids(SessionAudit audit, String type) {
        return audit.events(type).stream()
                .map(event -> event.get("messageId").stringValue())
                .toList();
    }
}
