package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.client.DeviceClient;
import dev.switchboard.client.DeviceFolder;
import dev.switchboard.client.DeviceSettings;
import dev.switchboard.client.Notice;
import dev.switchboard.client.Timing;
import dev.switchboard.testkit.CuttingProxy;
import dev.switchboard.testkit.Loops;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A thousand messages over a network that cuts, stalls and half-closes. {@code -Dcuts=…} says how often, {@code -Dseed=…}
 * does it as another time.
 */
class BadNetworkIT {
    private static final int DEVICES = 5;
    private static final int CUTS = Loops.times("cuts", 100, 2_000);
    private static final int MESSAGES = 2 * CUTS;
    private static final Duration PATIENCE = Duration.ofMinutes(4).multipliedBy(Math.ceilDiv(CUTS, 100));
    private static final Timing HASTY = new Timing(
            Duration.ofMillis(500),
            Duration.ofMillis(20),
            Duration.ofMillis(200),
            Duration.ofMillis(100),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1));

    @TempDir
    Path folder;

    private final long seed = Long.getLong("seed", System.nanoTime());

    @Test
    void aThousandMessagesOverAHundredCutsAreEachRunOnceAndAnswered() throws Exception {
        System.out.printf("BadNetworkIT: -Dseed=%d%n", seed);
        var shown = new ArrayList<List<Notice.Answered>>();
        try (var gateway = GatewayChild.start(folder.resolve("data"), GatewayChild.offline(folder));
                var proxy = CuttingProxy.to(
                        new InetSocketAddress("127.0.0.1", gateway.channel().getPort()))) {
            proxy.misbehave(seed, Duration.ofMillis(60));
            var talks = new ArrayList<Thread>();
            for (int device = 0; device < DEVICES; device++) {
                var answers = new CopyOnWriteArrayList<Notice.Answered>();
                var peer = "device-" + device;
                shown.add(answers);
                talks.add(Thread.ofVirtual().start(() -> talk(peer, gateway, proxy, answers)));
            }
            for (var talk : talks) {
                assertThat(talk.join(PATIENCE)).as("all is answered").isTrue();
            }
            System.out.printf(
                    "BadNetworkIT: %d messages over %d connections, %d cuts, %d stalls, %d half-closes%n",
                    DEVICES * MESSAGES, proxy.accepted(), proxy.cuts(), proxy.stalls(), proxy.halfCloses());
            assertThat(proxy.cuts()).isGreaterThanOrEqualTo(CUTS);
            for (int device = 0; device < DEVICES; device++) {
                audit(gateway, "device-" + device, shown.get(device));
            }
            assertThat(gateway.figure("switchboard_messages_doubled_total")).isZero();
        }
    }

    /** The n-th message waits for its share of the cuts, so that they are spread over all of them. */
    private void talk(String peer, GatewayChild gateway, CuttingProxy proxy, List<Notice.Answered> answers) {
        try (var kept = new DeviceFolder(folder.resolve(peer)).outbox(peer, Clock.systemUTC())) {
            var settings =
                    new DeviceSettings(proxy.uri(gateway.channel().getPath()), peer, null, null, false, null, HASTY);
            try (var client = DeviceClient.start(settings, kept.outbox(), notice -> {
                if (notice instanceof Notice.Answered answer) {
                    answers.add(answer);
                }
            })) {
                for (int n = 0; n < MESSAGES; n++) {
                    int share = (n + 1) * CUTS / MESSAGES;
                    await().pollInterval(Duration.ofMillis(5)).atMost(PATIENCE).until(() -> proxy.cuts() >= share);
                    client.say("text " + n);
                }
                client.awaitAnswered(PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void audit(GatewayChild gateway, String peer, List<Notice.Answered> shown)
            throws InterruptedException {
        var audit = SessionAudit.of(gateway, peer).everyEventIsThereOnce().everyTurnEnds();
        var run = audit.events("user_message");
        assertThat(run).hasSize(MESSAGES);
        assertThat(run.stream().map(event -> event.get("text").stringValue())).doesNotHaveDuplicates();
        assertThat(audit.events("answered")).hasSize(MESSAGES);
        assertThat(shown.stream().map(Notice.Answered::messageId).toList())
                .as("shown once, in order")
                .isEqualTo(run.stream()
                        .map(event -> event.get("messageId").stringValue())
                        .toList());
        assertThat(shown).noneMatch(Notice.Answered::again);
    }
}
