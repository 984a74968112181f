package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.model.Model;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.RawSocket;
import dev.switchboard.testkit.Said;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices that stop reading while long replies are due cost the gateway no more than their outbox. */
class SlowReaderIT {
    private static final int DEVICES = 4;
    private static final int MESSAGES = 60;
    private static final int LONG = 300_000;
    private static final long MIB = 1024 * 1024;
    /** An outbox for each, what Netty and the kernel's buffers add, and room for what a test run leaves lying about. */
    private static final long ALLOWED = DEVICES * 2 * MIB + 24 * MIB;

    private final LongWinded model = new LongWinded();
    private TestGateway gateway;

    @BeforeEach
    void start(@TempDir Path data) {
        gateway = TestGateway.start(data, model);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void aDeviceThatStopsReadingIsClosedAndItsRepliesComeBackById() throws Exception {
        var due = (long) DEVICES * MESSAGES * LONG;
        assertThat(due).describedAs("replies due, against what is allowed").isGreaterThan(ALLOWED * 3 / 2);
        var before = usedHeap();
        var stuck = new ArrayList<RawSocket>();
        try {
            for (int n = 0; n < DEVICES; n++) {
                stuck.add(sendsAndStopsReading("device-00" + n));
            }
            model.gate.open();
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(settled()).isEqualTo(DEVICES * MESSAGES));
            assertThat(usedHeap() - before).describedAs("heap growth").isLessThan(ALLOWED);
            assertThat(gateway.events("terminal-dev")).contains("outbound_unclaimed");
            // They were told 1013, if they ever read it; whoever does not is cut.
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(gateway.get("/api/channels")
                            .get("channels")
                            .valueStream()
                            .mapToInt(channel -> channel.get("connected_peers").intValue())
                            .sum())
                    .isZero());
        } finally {
            for (var socket : stuck) {
                socket.close();
            }
        }
        try (var device = gateway.connect("device-000")) {
            for (int i = 0; i < MESSAGES; i++) {
                device.message("m-" + i, "question " + i);
                var ack = device.next("ack");
                assertThat(ack.get("reply").stringValue()).isEqualTo(model.reply("question " + i, LONG));
            }
        }
    }

    @Test
    void aDeviceThatReadsAgainIsTold1013() throws Exception {
        try (var socket = sendsAndStopsReading("device-001")) {
            model.gate.open();
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(gateway.events("terminal-dev"))
                    .contains("outbound_unclaimed"));
            var frame = socket.receive();
            while (frame.opcode() == RawSocket.TEXT) {
                frame = socket.receive();
            }
            assertThat(frame.opcode()).isEqualTo(RawSocket.CLOSE);
            assertThat(frame.closeCode()).isEqualTo(1013);
        }
    }

    @Test
    void aReplyLongerThanAnOutboxStillReachesADeviceThatReads() throws InterruptedException {
        var longer = (int) (3 * MIB);
        model.length = longer;
        model.gate.open();
        try (var device = gateway.connect("device-001")) {
            device.message("m-1", "hello");
            assertThat(device.next("message").get("text").stringValue()).isEqualTo(model.reply("hello", longer));
            device.message("m-1", "hello");
            assertThat(device.next("ack").get("reply").stringValue()).isEqualTo(model.reply("hello", longer));
        }
    }

    private RawSocket sendsAndStopsReading(String peerId) throws IOException {
        var socket = RawSocket.open(gateway.channel("terminal-dev"), 4_096);
        socket.text("{\"type\":\"connect\",\"peer_id\":\"%s\"}".formatted(peerId));
        assertThat(socket.receive().text()).contains("connected");
        for (int i = 0; i < MESSAGES; i++) {
            socket.text("{\"type\":\"message\",\"message_id\":\"m-%d\",\"text\":\"question %d\"}".formatted(i, i));
            assertThat(socket.receive().text()).contains("\"accepted\":true");
        }
        return socket;
    }

    /** Replies of which is known whether somebody took them. */
    private int settled() {
        var figures = gateway.send(HttpRequest.newBuilder(gateway.http("/metrics"))
                .header("Authorization", "Bearer " + TestGateway.TOKEN));
        return (int) figures.body()
                .lines()
                .filter(line -> line.startsWith("switchboard_replies_total{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Says much and remembers nothing, so that what is kept is kept by the gateway. */
    private static final class LongWinded implements Model {
        /** Opened when all messages are admitted and nobody reads any more. */
        final Gate gate = new Gate();

        volatile int length = LONG;

        String reply(String question, int chars) {
            return question + " ".repeat(chars) + "end";
        }

        @Override
        public String name() {
            return "long-winded";
        }

        @Override
        public int contextTokens() {
            return 1_000;
        }

        @Override
        public ModelReply answer(ModelRequest request, ModelListener listener) throws InterruptedException {
            gate.pass();
            return ModelReply.text(reply(Said.last(request), length));
        }
    }
}
