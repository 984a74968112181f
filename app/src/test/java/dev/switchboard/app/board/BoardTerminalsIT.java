package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.ScriptedModel;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class BoardTerminalsIT {
    private static final String RESET = "\u001bc";

    @TempDir
    Path folder;

    private BoardGateway gateway;
    private Board board;

    @BeforeEach
    void start() throws Exception {
        gateway = new BoardGateway(folder, ScriptedModel.echo()).start();
        board = gateway.login();
    }

    @AfterEach
    void stop() {
        board.close();
        gateway.close();
    }

    @Test
    void a_terminal_is_made_listed_looked_at_typed_into_resized_and_left() throws Exception {
        var id = create("{\"name\":\"build\",\"rows\":30,\"cols\":100}");
        board.send("terminal:list", "{}");
        var listed = board.payload("terminal:list_response").get("terminals").get(0);
        assertThat(listed.get("name").stringValue()).isEqualTo("build");
        assertThat(listed.get("size").toString()).isEqualTo("{\"rows\":30,\"cols\":100}");
        attach(board, id);
        type(id, "stty size\\r");
        output(board, "30 100");
        board.send("terminal:resize", "{\"terminal_id\":\"%s\",\"rows\":40,\"cols\":90}".formatted(id));
        type(id, "stty size\\r");
        output(board, "40 90");

        try (var second = gateway.login()) {
            attach(second, id);
            assertThat(output(second, "40 90"))
                    .as("what was there, once, behind a reset")
                    .startsWith(RESET)
                    .containsOnlyOnce("30 100\r\n");
            board.send("terminal:detach", "{\"terminal_id\":\"%s\"}".formatted(id));
            type(id, "echo grüße ✓; exit 3\\r");
            output(second, "grüße ✓\r\n");
            assertThat(second.payload("terminal:exited").toString())
                    .isEqualTo("{\"terminal_id\":\"%s\",\"exit_code\":3}".formatted(id));
        }
        board.send("ping", "{}");
        for (var frame = board.next(); !frame.get("type").stringValue().equals("pong"); frame = board.next()) {
            assertThat(frame.get("type").stringValue()).isNotEqualTo("terminal:exited");
        }
    }

    @Test
    void much_output_arrives_whole_while_other_messages_still_pass() throws Exception {
        var id = create("{}");
        attach(board, id);
        type(id, "stty -echo; seq 1 120000 | tail -n 120000; echo over\\r");
        var text = output(board, "\r\nover\r\n");
        assertThat(text.lines().filter(line -> line.matches("\\d+")))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 120_000)
                        .mapToObj(String::valueOf)
                        .toList());
        board.send("terminal:close", "{\"terminal_id\":\"%s\"}".formatted(id));
        board.next("terminal:exited");
    }

    @Test
    void a_paste_in_more_messages_than_are_handled_at_once_arrives_whole_and_in_order() throws Exception {
        var id = create("{}");
        attach(board, id);
        type(
                id,
                "stty -echo; echo rea''dy; while read -r l; do echo got $l; test $l = 700 && break; done; echo"
                        + " over\\r");
        output(board, "ready\r\n");
        for (int i = 1; i <= 700; i++) {
            type(id, i + "\\r");
        }
        board.send("terminal:resize", "{\"terminal_id\":\"%s\",\"rows\":9,\"cols\":99}".formatted(id));
        assertThat(output(board, "\nover\r\n").lines().filter(line -> line.startsWith("got ")))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 700).mapToObj(i -> "got " + i).toList());
        type(id, "stty size\\r");
        output(board, "9 99");
    }

    @Test
    void what_is_typed_is_in_no_log() throws Exception {
        var logged = new ListAppender<ILoggingEvent>();
        logged.start();
        var root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        var ours = (Logger) LoggerFactory.getLogger("dev.switchboard");
        var level = ours.getLevel();
        root.addAppender(logged);
        ours.setLevel(Level.TRACE);
        try {
            var id = create("{}");
            attach(board, id);
            type(id, "echo hunter$((1+1))\\r");
            output(board, "hunter2");
            board.send("terminal:input", "{\"terminal_id\":\"none\",\"data\":\"hunter2\"}");
            board.next("connection:error");
        } finally {
            ours.setLevel(level);
            root.detachAppender(logged);
        }
        assertThat(logged.list).isNotEmpty().noneMatch(event -> (event.getFormattedMessage() + event.getKeyValuePairs())
                .contains("hunter"));
    }

    @Test
    void closing_a_board_leaves_its_terminals_alone() throws Exception {
        var id = create("{}");
        attach(board, id);
        board.cut();
        board = gateway.login();
        attach(board, id);
        type(id, "echo still $((40+2))\\r");
        output(board, "still 42");
    }

    @Test
    void what_does_not_work_is_said_in_words() throws Exception {
        board.send("terminal:attach", "{\"terminal_id\":\"none\"}");
        assertThat(board.payload("connection:error").get("code").stringValue()).isEqualTo("terminal_not_found");
        board.send("terminal:create", "{\"rows\":0,\"cols\":10}");
        assertThat(board.payload("connection:error").get("message").stringValue())
                .contains("rows");
        board.send("terminal:create", "{\"cwd\":\"no/such/folder\"}");
        assertThat(board.payload("connection:error").get("message").stringValue())
                .contains("no/such/folder");
        var made = gateway.token("{\"name\":\"looker\",\"scopes\":[\"terminal:read\"]}");
        try (var looker = gateway.login(made.get("secret").stringValue())) {
            looker.send("terminal:create", "{}");
            assertThat(looker.payload("connection:error").get("code").stringValue())
                    .isEqualTo("forbidden");
            var id = create("{}");
            attach(looker, id);
            looker.send("terminal:input", "{\"terminal_id\":\"%s\",\"data\":\"x\"}".formatted(id));
            assertThat(looker.payload("connection:error").get("code").stringValue())
                    .isEqualTo("forbidden");
        }
    }

    private String create(String payload) throws InterruptedException {
        board.send("terminal:create", payload);
        return board.payload("terminal:created").get("terminal_id").stringValue();
    }

    private static void attach(Board board, String id) throws InterruptedException {
        board.send("terminal:attach", "{\"terminal_id\":\"%s\"}".formatted(id));
        board.next("terminal:attached");
    }

    private void type(String id, String data) {
        board.send("terminal:input", "{\"terminal_id\":\"%s\",\"data\":\"%s\"}".formatted(id, data));
    }

    /** All output up to and with this. */
    private static String output(Board board, String end) throws InterruptedException {
        var text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            text.append(board.payload("terminal:output").get("data").stringValue());
        }
        return text.toString();
    }
}
