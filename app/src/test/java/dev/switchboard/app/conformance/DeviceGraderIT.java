package dev.switchboard.app.conformance;

import static dev.switchboard.app.conformance.device.DeviceRequirement.LOGS_SESSION;
import static dev.switchboard.app.conformance.device.DeviceRequirement.OPENS_URL;
import static dev.switchboard.app.conformance.device.DeviceRequirement.PING;
import static dev.switchboard.app.conformance.device.DeviceRequirement.SHOWS_REPLY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.conformance.LittleDevice.Fault;
import dev.switchboard.app.conformance.device.DeviceGrader;
import dev.switchboard.app.conformance.device.DeviceSettings;
import dev.switchboard.app.conformance.device.Tester;
import dev.switchboard.client.DeviceClient;
import dev.switchboard.client.DeviceFolder;
import dev.switchboard.client.Timing;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceGraderIT {
    private final List<LittleDevice> devices = new ArrayList<>();
    private final List<String> sentences = new ArrayList<>();

    @AfterEach
    void stop() throws InterruptedException {
        for (var device : devices) {
            device.stop();
        }
    }

    @Test
    void aDeviceThatDoesItRightPassesEveryRowThatCanBeSeenFromHere() throws Exception {
        var report = grade(Fault.NONE, settings(Duration.ofSeconds(30)));
        assertThat(report.ids(Verdict.LOOK)).containsExactly(LOGS_SESSION.id(), SHOWS_REPLY.id());
        assertThat(report.count(Verdict.PASS))
                .as(report.toString())
                .isEqualTo(report.rows().size() - 2L);
        assertThat(report.conclusion()).isEqualTo("The device conforms.");
        assertThat(sentences)
                .hasSize(9)
                .first()
                .isEqualTo("Step 1 of 9: send a text; it is answered in the plain way.");
    }

    @Test
    void ourOwnClientPassesEveryRowThatCanBeSeenFromHere(@TempDir Path folder) throws Exception {
        var settings = settings(Duration.ofSeconds(30));
        var timing = new Timing(
                settings.heartbeat(),
                settings.backoffStart(),
                settings.backoffMax(),
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30));
        try (var kept = new DeviceFolder(folder).outbox("own", Clock.systemUTC())) {
            var clients = new ArrayList<DeviceClient>();
            var report = DeviceGrader.run(settings, tester(url -> {
                var own = new dev.switchboard.client.DeviceSettings(url, "own", null, null, false, null, timing);
                var client = DeviceClient.start(own, kept.outbox(), _ -> {});
                clients.add(client);
                for (int i = 0; i < 20; i++) {
                    client.say("text " + i);
                }
            }));
            clients.forEach(DeviceClient::close);
            assertThat(report.ids(Verdict.LOOK)).containsExactly(LOGS_SESSION.id(), SHOWS_REPLY.id());
            assertThat(report.count(Verdict.PASS))
                    .as(report.toString())
                    .isEqualTo(report.rows().size() - 2L);
        }
    }

    @Test
    void aPingThatTheTimeoutLeavesNoTimeForIsNotSeen() throws Exception {
        var slowPings = new DeviceSettings(
                "127.0.0.1",
                0,
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofMillis(200),
                Duration.ofSeconds(2),
                0.2,
                Duration.ofSeconds(3),
                Duration.ofMillis(400));
        var report = grade(Fault.NONE, slowPings);
        assertThat(report.ids(Verdict.NOT_SEEN)).as(report.toString()).containsExactly(PING.id());
        assertThat(report.passed()).as(report.toString()).isTrue();
    }

    @Test
    void withoutADeviceOneRowFailsAndTheOthersAreNotSeen() throws Exception {
        var report = DeviceGrader.run(settings(Duration.ofMillis(200)), tester(_ -> {}));
        assertThat(report.ids(Verdict.FAIL)).containsExactly(OPENS_URL.id());
        assertThat(report.count(Verdict.NOT_SEEN)).isEqualTo(report.rows().size() - 1L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        MESSAGE_BEFORE_CONNECT   | connect_first
        ONE_ID_FOR_ALL           | unique_ids error_new_id
        NO_RECONNECT             | reconnects
        NO_DELAY                 | backoff
        EVEN_DELAYS              | backoff
        ANOTHER_PEER_EACH_TIME   | reconnects
        NO_PING                  | ping
        WEBSOCKET_PINGS          |
        CLOSES_ON_ERROR          | error_keeps_open
        SAME_ID_AFTER_ERROR      | error_new_id
        NEW_ID_AFTER_REFUSAL     | refused_same_id
        FORGETS_WHAT_WAS_CUT     |
        DOES_NOT_WAIT            | one_turn pending
        REPEATS_A_CACHED_REPLY   | duplicate_reply
        REPEATS_WHILE_PENDING    | pending
        CHOKES_ON_UNKNOWN_FRAMES | unknown_ignored
        SENDS_BINARY             | text_only
        TRIES_REST               | no_other_path
        """)
    void aDeviceWithAFaultFailsWhereTheFaultShows(Fault fault, @Nullable String rows) throws Exception {
        var report = grade(fault, settings(Duration.ofSeconds(8)));
        var expected =
                rows == null ? List.<String>of() : Stream.of(rows.split(" ")).toList();
        assertThat(report.ids(Verdict.FAIL)).as(report.toString()).isEqualTo(expected);
    }

    private Report grade(Fault fault, DeviceSettings settings) throws InterruptedException {
        return DeviceGrader.run(settings, tester(url -> devices.add(new LittleDevice(fault, url, settings))));
    }

    private Tester tester(Consumer<URI> connect) {
        return new Tester() {
            @Override
            public void connectDevice(URI url, int texts) {
                connect.accept(url);
            }

            @Override
            public void told(String sentence) {
                sentences.add(sentence);
            }
        };
    }

    /** Everything a hundred times faster than a person would like it. */
    private static DeviceSettings settings(Duration patience) {
        return new DeviceSettings(
                "127.0.0.1",
                0,
                patience,
                Duration.ofMillis(200),
                Duration.ofMillis(200),
                Duration.ofSeconds(2),
                0.2,
                Duration.ofSeconds(3),
                Duration.ofMillis(400));
    }
}
