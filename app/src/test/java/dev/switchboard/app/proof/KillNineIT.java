package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.Loops;
import dev.switchboard.testkit.StubbornDevice;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the gateway at random moments while devices talk, and finds every acknowledged message answered exactly once.
 * {@code -Dkills=…} kills more often, {@code -Dseed=…} at the same moments as another time.
 */
class KillNineIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final URI NOWHERE = URI.create("ws://127.0.0.1:1/");
    private static final int DEVICES = 6;
    private static final int KILLS = Loops.times("kills", 20, 200);

    @TempDir
    Path folder;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** Where devices look for the gateway. Nowhere between two: another test's may be given the port of one that died. */
    private final AtomicReference<URI> address = new AtomicReference<>(NOWHERE);

    @Test
    void everyAcknowledgedMessageIsAnsweredExactlyOnceHoweverOftenTheGatewayIsKilled() throws InterruptedException {
        killWhileDevicesTalk(GatewayChild.offline(folder), KILLS, 60, 4);
    }

    @Test
    void runsThatWereCutOffGoOnUnderTheSameIdAndAnswerOnce() throws InterruptedException {
        try (var model = new SlowModel(Duration.ofMillis(400))) {
            var aborted = killWhileDevicesTalk(GatewayChild.asking(folder, model.url()), Math.ceilDiv(KILLS, 4), 10, 2);
            assertThat(aborted).describedAs("runs that were cut off").isPositive();
        }
    }

    @Test
    void aMessageIsGivenUpInWordsAfterThreeCrashes() throws InterruptedException {
        var data = folder.resolve("data");
        try (var model = new SlowModel(Duration.ofMinutes(10))) {
            var config = GatewayChild.asking(folder, model.url());
            for (int crash = 1; crash <= 3; crash++) {
                try (var gateway = GatewayChild.start(data, config)) {
                    if (crash == 1) {
                        var device = Device.connect(gateway.channel(), "device-001");
                        device.message("m-1", "a poisoned message");
                        assertThat(device.next("ack").get("accepted").booleanValue())
                                .isTrue();
                    }
                    assertThat(model.awaitBegun()).isEqualTo("a poisoned message");
                    gateway.kill();
                }
            }
            try (var gateway = GatewayChild.start(data, config);
                    var device = Device.connect(gateway.channel(), "device-001")) {
                var reply = answerById(device, "m-1", "a poisoned message");
                assertThat(reply.finishReason()).isEqualTo("error");
                assertThat(reply.text()).contains("tried 3 times").contains("send it again");
                var audit = SessionAudit.of(gateway, "device-001").everyTurnEnds();
                assertThat(audit.events("failed")).singleElement().satisfies(end -> assertThat(
                                end.get("code").stringValue())
                        .isEqualTo("gave_up"));
                assertThat(audit.events("answered")).isEmpty();
                assertThat(audit.aborted()).isEqualTo(3);
            }
            assertThat(model.asked()).hasSize(3);
        }
    }

    /** Returns how many turns were cut off. */
    private long killWhileDevicesTalk(Path config, int kills, int maxAcks, int window) throws InterruptedException {
        System.out.printf("KillNineIT: %d kills, -Dseed=%d%n", kills, seed);
        var data = folder.resolve("data");
        var devices = IntStream.rangeClosed(1, DEVICES)
                .mapToObj(n -> new StubbornDevice(
                        "device-%03d".formatted(n), address::get, i -> "message %d of %d".formatted(i, n), window))
                .toList();
        try {
            for (int kill = 0; kill < kills; kill++) {
                if (kill % 5 == 4) {
                    killWhileItStarts(data, config);
                } else {
                    killWhileItServes(data, config, devices, random.nextInt(maxAcks));
                }
            }
            try (var gateway = GatewayChild.start(data, config)) {
                address.set(gateway.channel());
                devices.forEach(StubbornDevice::sendNoMore);
                for (var device : devices) {
                    assertThat(device.awaitAllAnswered(PATIENCE))
                            .describedAs("%s has all its answers", device.peerId())
                            .isTrue();
                }
                return audit(gateway, devices);
            }
        } finally {
            devices.forEach(StubbornDevice::close);
        }
    }

    /** At some moment after it has acknowledged so many messages: counted, so that a slow machine gets as far. */
    private void killWhileItServes(Path data, Path config, List<StubbornDevice> devices, int acks)
            throws InterruptedException {
        try (var gateway = GatewayChild.start(data, config)) {
            var before = acknowledged(devices);
            address.set(gateway.channel());
            try {
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .atMost(PATIENCE)
                        .until(() -> acknowledged(devices) >= before + acks);
            } catch (ConditionTimeoutException e) {
                throw new AssertionError("%s\n%s\n%s".formatted(devices, gateway.log(), gateway.threads()), e);
            }
            killAtSomeMoment(gateway, Duration.ofMillis(30));
        }
    }

    /** When it takes up what the one before has left. */
    private void killWhileItStarts(Path data, Path config) throws InterruptedException {
        try (var gateway = GatewayChild.launch(data, config)) {
            killAtSomeMoment(gateway, Duration.ofSeconds(1));
        }
    }

    /** The random moment is what this test is about: there is no event to wait for. */
    private void killAtSomeMoment(GatewayChild gateway, Duration within) throws InterruptedException {
        Thread.sleep(Duration.ofNanos(random.nextLong(within.toNanos())));
        address.set(NOWHERE);
        gateway.kill();
        assertThat(gateway.stackTraces()).isEmpty();
    }

    private static int acknowledged(List<StubbornDevice> devices) {
        return devices.stream().mapToInt(device -> device.acknowledged().size()).sum();
    }

    private static long audit(GatewayChild gateway, List<StubbornDevice> devices) throws InterruptedException {
        long aborted = 0;
        for (var device : devices) {
            assertThat(device.complaints()).isEmpty();
            aborted += SessionAudit.of(gateway, device.peerId())
                    .everyEventIsThereOnce()
                    .keepsThePromise(device)
                    .everyTurnEnds()
                    .aborted();
        }
        System.out.printf("KillNineIT: %d messages acknowledged, %d turns cut off%n", acknowledged(devices), aborted);
        assertThat(gateway.figure("switchboard_messages_lost")).isZero();
        assertThat(gateway.figure("switchboard_messages_doubled_total")).isZero();
        assertThat(gateway.stackTraces()).isEmpty();
        return aborted;
    }

    /** Asks until there is an answer, by its frame or in the ack of a duplicate. */
    private static StubbornDevice.Answer answerById(Device device, String id, String text) throws InterruptedException {
        device.message(id, text);
        while (true) {
            var frame = device.next();
            var answer = frame.has("reply") ? frame.get("reply") : frame.get("text");
            if (answer != null) {
                return new StubbornDevice.Answer(
                        answer.stringValue(),
                        frame.get("run_id").stringValue(),
                        frame.get("finish_reason").stringValue());
            }
        }
    }
}
