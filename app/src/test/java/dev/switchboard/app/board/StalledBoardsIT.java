package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.RawSocket;
import dev.switchboard.testkit.ScriptedModel;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Boards that stop reading their socket while a terminal prints. */
@Timeout(120)
class StalledBoardsIT {
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int TRY_LATER = 1013;
    private static final int SMALL = 16 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String RESET = "\u001bc";

    @TempDir
    Path folder;

    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private BoardGateway gateway;
    private Board board;
    private String terminal;

    @BeforeEach
    void start() throws Exception {
        gateway = new BoardGateway(folder, ScriptedModel.echo()).start();
        board = gateway.login();
        board.send("terminal:create", "{}");
        terminal = board.payload("terminal:created").get("terminal_id").stringValue();
        logged.start();
        logger().addAppender(logged);
    }

    @AfterEach
    void stop() {
        logger().detachAppender(logged);
        board.close();
        gateway.close();
    }

    @Test
    void one_that_stalls_while_another_reads_is_closed_with_1013_and_may_come_back() throws Exception {
        try (var stalled = login()) {
            attach(stalled);
            attach(board);
            type("seq 1 3000000; echo over");
            await().atMost(PATIENCE).until(this::hasDropped);

            assertThat(closeCode(stalled)).isEqualTo(TRY_LATER);
            assertThat(gateway.metrics()).contains("switchboard_outbox_overruns_total 1.0");
        }
        output(board, "\r\nover\r\n");
        try (var back = gateway.login()) {
            attach(back);
            assertThat(output(back, "\r\nover\r\n")).startsWith(RESET).contains("2999999\r\n3000000\r\n");
        }
    }

    @Test
    void a_program_waits_ten_seconds_for_the_only_one_and_then_goes_on_without_it() throws Exception {
        try (var stalled = login()) {
            attach(stalled);
            type("seq 1 3000000; touch over");
            awaitStill();
            assertThat(hasDropped()).isFalse();
            assertThat(folder.resolve("data/over")).doesNotExist();

            gateway.later.addAndGet(Duration.ofSeconds(11).toNanos());

            await().atMost(PATIENCE).until(this::hasDropped);
            assertThat(closeCode(stalled)).isEqualTo(TRY_LATER);
        }
        await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("data/over")));
    }

    @Test
    void after_a_detach_nothing_follows_and_a_new_attach_begins_anew() throws Exception {
        attach(board);
        type("seq 1 400000; echo over");
        output(board, "\r\nover\r\n");
        try (var slow = login()) {
            attach(slow);
            // What the board asks for while it does not read is answered in order when it does.
            send(slow, "terminal:detach", "{\"terminal_id\":\"%s\"}".formatted(terminal));
            send(slow, "ping", "{}");
            send(slow, "ping", "{}");
            attach(slow);

            List<String> types = new ArrayList<>();
            var text = new StringBuilder();
            boolean again = false;
            while (text.indexOf("\r\nover\r\n") < 0) {
                var frame = next(slow);
                var type = frame.get("type").stringValue();
                again |= type.equals("terminal:attached") && types.contains("pong");
                if (again && type.equals("terminal:output")) {
                    text.append(frame.get("payload").get("data").stringValue());
                }
                types.add(type);
            }

            assertThat(types.subList(types.indexOf("pong"), types.lastIndexOf("terminal:attached")))
                    .containsOnly("pong");
            assertThat(types.subList(0, types.indexOf("pong")).stream()
                            .filter("terminal:output"::equals)
                            .count())
                    .as("of the first look only what was under way")
                    .isLessThan(130);
            assertThat(text.toString()).startsWith(RESET).containsOnlyOnce(RESET);
            assertThat(text.toString().lines().filter(line -> line.equals("399999")))
                    .hasSize(1);
        }
    }

    private RawSocket login() throws IOException {
        var socket = RawSocket.open(gateway.url(), SMALL);
        send(
                socket,
                "connection:auth",
                "{\"device_id\":\"phone\",\"token\":\"%s\",\"role\":\"operator\",\"scopes\":[\"terminal:read\"]}"
                        .formatted(TestGateway.TOKEN));
        while (!next(socket).get("type").stringValue().equals("connection:authenticated")) {
            // The welcome comes first.
        }
        return socket;
    }

    private void attach(RawSocket socket) throws IOException {
        send(socket, "terminal:attach", "{\"terminal_id\":\"%s\"}".formatted(terminal));
    }

    private void attach(Board to) throws InterruptedException {
        to.send("terminal:attach", "{\"terminal_id\":\"%s\"}".formatted(terminal));
        to.next("terminal:attached");
    }

    private static void send(RawSocket socket, String type, String payload) throws IOException {
        socket.text("{\"type\":\"%s\",\"id\":\"x\",\"payload\":%s}".formatted(type, payload));
    }

    private static JsonNode next(RawSocket socket) throws IOException {
        var frame = socket.receive();
        assertThat(frame.opcode()).isEqualTo(TEXT);
        return Json.mapper().readTree(frame.text());
    }

    private static int closeCode(RawSocket socket) throws IOException {
        try {
            while (true) {
                var frame = socket.receive();
                if (frame.opcode() == CLOSE) {
                    return frame.closeCode();
                }
            }
        } catch (EOFException e) {
            throw new AssertionError("cut without a word", e);
        }
    }

    private void type(String line) {
        board.send("terminal:input", "{\"terminal_id\":\"%s\",\"data\":\"%s\\r\"}".formatted(terminal, line));
    }

    private static String output(Board from, String end) throws InterruptedException {
        var text = new StringBuilder();
        while (text.indexOf(end, Math.max(0, text.length() - 100_000)) < 0) {
            text.append(from.payload("terminal:output").get("data").stringValue());
        }
        return text.toString();
    }

    /** Until the program waits: nothing that it prints is read any more. */
    private void awaitStill() {
        await().atMost(PATIENCE)
                .during(Duration.ofMillis(500))
                .pollInterval(Duration.ofMillis(100))
                .until(new java.util.concurrent.Callable<>() {
                    private long seen = -1;

                    @Override
                    public Boolean call() {
                        long before = seen;
                        seen = gateway.gateway().printed(terminal);
                        return seen == before && seen > SMALL;
                    }
                });
    }

    private boolean hasDropped() {
        synchronized (logged) {
            return List.copyOf(logged.list).stream()
                    .anyMatch(event -> event.getFormattedMessage().contains("does not read its terminal"));
        }
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("dev.switchboard.edge.board");
    }
}
