package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.json.Json;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.Loops;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everybody at once, with a heap of 128 MB: devices, boards, feeds and terminals that behave, commands with much output,
 * and clients that do not behave. Who behaves is answered, nobody is lost, the process lives.
 * {@code -Dmixed.seconds=…} goes on for as long, {@code -Dmixed.heap=…} with another heap, {@code -Dseed=…} with the same
 * garbage as another time.
 */
class MixedLoadIT {
    private static final Duration TIME = Duration.ofSeconds(Loops.times("mixed.seconds", 20, 300));
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String HEAP = "_JAVA_OPTIONS=-Xmx" + System.getProperty("mixed.heap", "128m");
    private static final int DEVICES = 12;
    private static final int BOARDS = 4;
    private static final int FEEDS = 4;
    private static final int TERMINALS = 2;
    private static final int CLIENTS = DEVICES + BOARDS + FEEDS + TERMINALS;

    /** Eight million bytes, of which 64 KiB are kept in memory and 16 are shown. */
    private static final String MUCH = "head -c 8000000 /dev/zero | tr '\\0' x\n";

    private static final Set<String> ENDS = Set.of("task:completed", "task:error", "task:stopped");

    @TempDir
    Path folder;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final CountDownLatch ready = new CountDownLatch(CLIENTS);
    private final Map<String, AtomicInteger> answered = new LinkedHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private GatewayChild gateway;
    private volatile long end;

    @BeforeEach
    void start() throws Exception {
        var work = Files.createDirectory(folder.resolve("work"));
        Files.writeString(work.resolve("much.sh"), MUCH);
        var config = Files.writeString(folder.resolve("mixed.json"), """
            {
              "agents": {"default": {"model": "offline", "workspace": "%s", "approval": "always_execute"}},
              "channels": {"terminal-dev": {"kind": "terminal", "mode": "websocket", "config": {"approval": "always_execute"}}}
            }
            """.formatted(work));
        gateway = GatewayChild.start(folder.resolve("data"), config, "env", HEAP);
    }

    /** Whoever was not answered would like to know what the gateway has to say about it. */
    @AfterEach
    void stop() {
        threads.shutdownNow();
        gateway.log().stream()
                .filter(line -> !line.contains(" INFO "))
                .limit(20)
                .forEach(System.out::println);
        gateway.close();
    }

    @Test
    void whoBehavesIsAnsweredAndNobodyIsLostWhateverTheOthersDo() throws Exception {
        System.out.printf("MixedLoadIT: %d s, -Dseed=%d%n", TIME.toSeconds(), seed);
        for (var kind : List.of("messages", "tasks", "events", "terminal commands")) {
            answered.put(kind, new AtomicInteger());
        }
        end = System.nanoTime() + PATIENCE.toNanos(); // until the bad ones are there
        var behaving = new ArrayList<Future<?>>();
        for (int i = 0; i < DEVICES; i++) {
            var peer = "device-%03d".formatted(i);
            var replies = new AtomicInteger();
            var device = begin(() -> talk(peer, replies));
            behaving.add(device);
            if (i < FEEDS) {
                behaving.add(begin(() -> follow(peer, replies, device)));
            }
        }
        for (int i = 0; i < BOARDS; i++) {
            behaving.add(begin(this::submit));
        }
        for (int i = 0; i < TERMINALS; i++) {
            behaving.add(begin(this::type));
        }
        awaitReady(behaving);

        try (var bad = new BadClients(gateway.channel(), readersToken())) {
            bad.unfinishedFrames(150)
                    .unreadFeeds(40, eventsOf("device-000"))
                    .unreadBoards(10)
                    .garbage(5, new Random(seed));
            end = System.nanoTime() + TIME.toNanos();
            double heap = 0;
            while (System.nanoTime() < end) {
                assertThat(gateway.request("/readyz").statusCode()).isEqualTo(200);
                heap = Math.max(heap, heapUsed());
                Thread.sleep(1_000);
            }
            for (var client : behaving) {
                client.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            }
            System.out.printf(
                    "MixedLoadIT: answered %s; bad clients came %d times, %d refused or cut; heap up to %.0f MB%n",
                    answered, bad.came(), bad.cut(), heap / 1e6);
        }
        assertThat(gateway.isAlive()).isTrue();
        assertThat(gateway.figure("switchboard_messages_lost")).isZero();
        assertThat(gateway.figure("switchboard_messages_doubled_total")).isZero();
        assertThat(gateway.log()).noneMatch(line -> line.contains("OutOfMemoryError"));
        for (int i = 0; i < DEVICES; i++) {
            SessionAudit.of(gateway, "device-%03d".formatted(i))
                    .everyEventIsThereOnce()
                    .everyTurnEnds();
        }
    }

    /** A device: every message is answered before the next one is sent; each fourth runs the command with much output. */
    private void talk(String peer, AtomicInteger replies) throws Exception {
        try (var device = Device.connect(gateway.channel(), peer)) {
            for (int n = 0; n == 0 || isTime(); n++) {
                var id = "m-" + n;
                device.message(id, n % 4 == 0 ? "run sh much.sh" : "hello " + n);
                var reply = device.next("message");
                assertThat(reply.get("message_id").stringValue()).isEqualTo(id);
                assertThat(reply.get("finish_reason").stringValue()).isEqualTo("stop");
                replies.incrementAndGet();
                count("messages");
                if (n == 0) {
                    ready.countDown();
                }
            }
        }
    }

    /** A feed: sees the end of every message of its device, and is not cut before. */
    private void follow(String peer, AtomicInteger replies, Future<?> device) throws Exception {
        await().atMost(PATIENCE).until(() -> replies.get() > 0 || device.isDone());
        try (var lines = new BufferedReader(
                new InputStreamReader(gateway.stream(eventsOf(peer)).body(), StandardCharsets.UTF_8))) {
            ready.countDown();
            int seen = 0;
            while (!device.isDone() || seen < replies.get()) {
                var line = lines.readLine();
                assertThat(line).as("the feed of %s goes on", peer).isNotNull();
                if (line.startsWith("data: ") && line.contains("\"type\":\"answered\"")) {
                    seen++;
                    count("events");
                }
            }
        }
    }

    /** A board: every task it submits comes to its end; each fourth runs the command with much output. */
    private void submit() throws Exception {
        try (var board = login()) {
            for (int n = 0; n == 0 || isTime(); n++) {
                var task = board.submit("{\"goal\":\"%s\"}".formatted(n % 4 == 0 ? "run sh much.sh" : "hello"));
                var frame = board.next();
                while (!ENDS.contains(frame.get("type").stringValue())
                        || !frame.at("/payload/task_id").stringValue().equals(task)) {
                    frame = board.next();
                }
                assertThat(frame.get("type").stringValue()).isEqualTo("task:completed");
                count("tasks");
                if (n == 0) {
                    ready.countDown();
                }
            }
        }
    }

    /** A terminal: what is typed is run and shown to its end. */
    private void type() throws Exception {
        try (var board = login()) {
            board.send("terminal:create", "{}");
            var id = board.payload("terminal:created").get("terminal_id").stringValue();
            board.send("terminal:attach", "{\"terminal_id\":\"%s\"}".formatted(id));
            board.next("terminal:attached");
            for (int n = 0; n == 0 || isTime(); n++) {
                var command = "seq 1 5000; echo over-$((%d+0))\\r".formatted(n);
                board.send("terminal:input", "{\"terminal_id\":\"%s\",\"data\":\"%s\"}".formatted(id, command));
                var shown = new StringBuilder();
                while (shown.indexOf("over-%d\r\n".formatted(n)) < 0) {
                    shown.append(board.payload("terminal:output").get("data").stringValue());
                }
                count("terminal commands");
                if (n == 0) {
                    ready.countDown();
                }
            }
        }
    }

    private interface Behaviour {
        void shown() throws Exception;
    }

    private Future<?> begin(Behaviour behaviour) {
        return threads.submit((Callable<Void>) () -> {
            behaviour.shown();
            return null;
        });
    }

    private void awaitReady(List<Future<?>> behaving) throws Exception {
        while (!ready.await(100, TimeUnit.MILLISECONDS)) {
            for (var client : behaving) {
                if (client.isDone()) {
                    client.get(); // says why it is not ready
                }
            }
            assertThat(System.nanoTime())
                    .as("everybody is served before it begins")
                    .isLessThan(end);
        }
    }

    private boolean isTime() {
        return System.nanoTime() < end;
    }

    private void count(String kind) {
        answered.get(kind).incrementAndGet();
    }

    private Board login() throws IOException, InterruptedException {
        var devices = gateway.channel();
        return Board.login(
                URI.create("ws://%s:%d/api/board/ws".formatted(devices.getHost(), devices.getPort())),
                Files.readString(folder.resolve("data").resolve("operator.token"))
                        .strip());
    }

    private String readersToken() throws Exception {
        var wish = Json.mapper().createObjectNode().put("name", "bad clients");
        wish.putArray("scopes").add("task:read");
        var made = gateway.post("/api/tokens", wish).get(60, TimeUnit.SECONDS);
        return Json.mapper().readTree(made.body()).get("secret").stringValue();
    }

    private static String eventsOf(String peer) {
        return "/api/sessions/%s/events"
                .formatted(URLEncoder.encode("terminal-dev:local:" + peer, StandardCharsets.UTF_8));
    }

    private double heapUsed() throws InterruptedException {
        return gateway.request("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
