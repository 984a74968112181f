package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.RawSocket;
import dev.switchboard.testkit.ScriptedModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManyBoardsIT {
    @TempDir
    Path folder;

    private final ScriptedModel model = ScriptedModel.echo();
    private BoardGateway gateway;

    @BeforeEach
    void start() {
        gateway = new BoardGateway(folder, model).start();
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void fifty_boards_watch_one_task_and_each_sees_all_of_it_once() throws Exception {
        var gate = new Gate();
        var words = new StringBuilder();
        model.script((request, listener) -> {
            gate.pass();
            for (int i = 0; i < 500; i++) {
                listener.text("word " + i + " ");
            }
            for (int i = 0; i < 500; i++) {
                words.append("word ").append(i).append(' ');
            }
            return ModelReply.text(words.toString());
        });
        List<Board> boards = new ArrayList<>();
        try {
            var first = gateway.login();
            boards.add(first);
            var task = first.submit("{\"goal\":\"talk\",\"options\":{\"stream_deltas\":true}}");
            gate.awaitSomebody();
            for (int i = 1; i < 50; i++) {
                var board = gateway.login();
                boards.add(board);
                board.send("task:attach", "{\"task_id\":\"%s\",\"stream_deltas\":true}".formatted(task));
                board.next("task:started");
            }
            gate.open();
            for (var board : boards) {
                var text = new StringBuilder();
                var frame = board.next();
                for (; !frame.get("type").stringValue().startsWith("task:completed"); frame = board.next()) {
                    var payload = frame.get("payload");
                    if (payload.has("delta_type")) {
                        assertThat(payload.get("offset").intValue()).isEqualTo(text.length());
                        text.append(payload.get("text").stringValue());
                    }
                }
                assertThat(text).hasToString(words.toString());
                assertThat(frame.get("payload").get("result").get("text").stringValue())
                        .isEqualTo(words.toString());
            }
        } finally {
            boards.forEach(Board::close);
        }
    }

    @Test
    void a_board_that_does_not_read_is_closed_and_slows_no_run_and_may_come_back() throws Exception {
        var sleeping = new Gate();
        var piece = "x".repeat(1_000);
        model.script((request, listener) -> {
            sleeping.pass();
            for (int i = 0; i < 20_000; i++) {
                listener.text(piece);
            }
            await().until(() -> gateway.metrics().contains("switchboard_outbox_overruns_total 1.0"));
            return ModelReply.text("done");
        });
        try (var board = gateway.login();
                var deaf = RawSocket.open(gateway.url(), 4_096)) {
            var task = board.submit("{\"goal\":\"talk\"}");
            sleeping.awaitSomebody();
            deaf.text("""
                {"type":"connection:auth","id":"1","payload":{"device_id":"deaf","token":"%s","role":"operator",
                  "scopes":["task:read"]}}
                """.formatted(TestGateway.TOKEN));
            deaf.text("""
                {"type":"task:attach","id":"2","payload":{"task_id":"%s","stream_deltas":true}}
                """.formatted(task));
            while (!deaf.receive().text().contains("task:started")) {
                // Welcome, login and list come before.
            }
            sleeping.open();
            board.next("task:completed");
            var frame = deaf.receive();
            while (frame.opcode() == RawSocket.TEXT) {
                frame = deaf.receive();
            }
            assertThat(frame.closeCode()).isEqualTo(1013);
            board.send("task:attach", "{\"task_id\":\"%s\"}".formatted(task));
            board.next("task:completed");
        }
    }
}
