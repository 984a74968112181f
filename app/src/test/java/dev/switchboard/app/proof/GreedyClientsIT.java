package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.RawSocket;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One who takes all the memory there is, and one who only wants an answer: a gateway with a heap of 128 MB. */
@Timeout(120)
class GreedyClientsIT {
    private static final int MIB = 1024 * 1024;

    private GatewayChild gateway;
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start(@TempDir Path folder) throws InterruptedException {
        // The one way to give a process less memory than its own command line does.
        gateway = GatewayChild.start(
                folder.resolve("data"), GatewayChild.offline(folder), "env", "_JAVA_OPTIONS=-Xmx128m");
    }

    @AfterEach
    void stop() throws Exception {
        for (var each : open) {
            each.close();
        }
        gateway.close();
    }

    @Test
    void sixHundredUnfinishedFramesHoldUpNobodyElse() throws Exception {
        int sockets = 600;
        var frame = new byte[MIB - 1];
        var told = new AtomicInteger();
        var sent = new AtomicInteger();
        var greedy = new ArrayList<RawSocket>();
        for (int n = 0; n < sockets; n++) {
            greedy.add(greeted("greedy-" + n));
        }
        for (var socket : greedy) {
            Thread.startVirtualThread(() -> {
                try {
                    socket.bytes(RawSocket.header(RawSocket.FINAL | RawSocket.TEXT, MIB))
                            .bytes(frame);
                } catch (IOException _) {
                    // cut while it was writing
                }
                sent.incrementAndGet();
                try {
                    var last = socket.receive();
                    if (last.opcode() == RawSocket.CLOSE && last.closeCode() == 1013) {
                        assertThat(last.text()).contains("unfinished frames");
                        told.incrementAndGet();
                    }
                } catch (IOException _) {
                    // one of those that may stay
                }
            });
        }
        ModestDevice.isAnsweredWhile(gateway, () -> sent.get() < sockets || told.get() < sockets / 2);
        assertThat(figure("switchboard_memory_cuts_total", "unfinished frames")).isGreaterThan(500);
        assertThat(figure("switchboard_memory_held_bytes", "unfinished frames"))
                .isLessThanOrEqualTo(figure("switchboard_memory_limit_bytes", "unfinished frames"));
        assertSaidOnce("unfinished frames");
    }

    @Test
    void sixtyFeedsThatNobodyReadsHoldUpNobodyElse() throws Exception {
        var session = manyLongEvents();
        var reader = tokenThatReads();
        for (int n = 0; n < 60; n++) {
            unreadFeed(session, reader);
        }
        var cuts = new AtomicInteger();
        ModestDevice.isAnsweredWhile(gateway, () -> {
            cuts.set((int) figure("switchboard_memory_cuts_total", "event pages"));
            return cuts.get() < 40;
        });
        assertThat(figure("switchboard_memory_held_bytes", "event pages"))
                .isLessThanOrEqualTo(figure("switchboard_memory_limit_bytes", "event pages"));
        assertSaidOnce("event pages");
        assertThat(readFeed(session)).contains("id: 1\n");
    }

    private RawSocket greeted(String peer) throws Exception {
        var socket = RawSocket.open(gateway.channel());
        open.add(socket);
        socket.text("{\"type\":\"connect\",\"peer_id\":\"%s\"}".formatted(peer));
        assertThat(socket.receive().text()).contains("connected");
        return socket;
    }

    /** A session of more than seven megabytes. */
    private String manyLongEvents() throws Exception {
        var text = "long ".repeat(3_900);
        try (var device = Device.connect(gateway.channel(), "talker")) {
            for (int n = 0; n < 400; n++) {
                device.message("m-" + n, text);
                device.next("message");
            }
        }
        return "terminal-dev:local:talker";
    }

    private String tokenThatReads() throws Exception {
        var wish = Json.mapper().createObjectNode().put("name", "greedy");
        wish.putArray("scopes").add("task:read");
        var made = gateway.post("/api/tokens", wish).get();
        return Json.mapper().readTree(made.body()).get("secret").stringValue();
    }

    private void unreadFeed(String session, String token) throws Exception {
        var uri = gateway.channel();
        var socket = RawSocket.plain(URI.create(uri.toString()), 4_096);
        open.add(socket);
        socket.bytes("""
            GET /api/sessions/%s/events HTTP/1.1
            Host: 127.0.0.1:%d
            Accept: text/event-stream
            Authorization: Bearer %s

            """.formatted(session, uri.getPort(), token)
                .replace("\n", "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
    }

    private String readFeed(String session) throws Exception {
        try (var in = gateway.stream("/api/sessions/" + session + "/events").body()) {
            return new String(in.readNBytes(MIB), StandardCharsets.UTF_8);
        }
    }

    private double figure(String name, String of) {
        try {
            return gateway.request("/metrics")
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(name + "{of=\"" + of + "\"}"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("there is no figure " + name + " of " + of));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void assertSaidOnce(String name) {
        assertThat(gateway.log().stream().filter(line -> line.contains(name)).toList())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("who holds most is cut"));
        assertThat(gateway.stackTraces()).isEmpty();
    }
}
