package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.proof.ToolModel.Call;
import dev.switchboard.app.proof.ToolModel.Said;
import dev.switchboard.testkit.Board;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills the gateway while a board's task is under way: the task goes on, and a board that comes back gets the rest. */
class KilledTaskIT {
    @TempDir
    Path folder;

    private ToolModel model;
    private MortalGateway gateway;

    @AfterEach
    void stop() {
        gateway.close();
        model.close();
    }

    @Test
    void a_task_goes_on_and_whoever_attaches_gets_its_one_end() throws Exception {
        start(
                "always_execute",
                asked -> asked.steps() == 0
                        ? Said.calls(Call.exec("echo 1 >> lines"))
                        : Said.text("half").thenHanging());
        String task;
        try (var board = login()) {
            task = board.submit("{\"idempotency_key\":\"k\",\"goal\":\"go\",\"memory\":\"She likes blue.\"}");
            model.awaitHanging();
        }
        model.script(asked -> Said.text("whole " + asked.results().size()));
        gateway.killAndStart();
        try (var board = login()) {
            board.send("task:attach", "{\"task_id\":\"%s\"}".formatted(task));
            board.next("task:started");
            assertThat(board.payload("task:completed").get("result").get("text").stringValue())
                    .isEqualTo("whole 1");
            board.send("task:submit", "{\"idempotency_key\":\"k\",\"goal\":\"go\"}");
            assertThat(board.payload("task:completed").get("task_id").stringValue())
                    .isEqualTo(task);
            assertNothingEndsAgain(board);
        }
        assertThat(gateway.lines()).containsExactly("1");
        assertThat(model.lastAsked().people()).anyMatch(said -> said.contains("She likes blue."));
    }

    @Test
    void a_question_is_asked_again_under_its_id_and_the_limits_of_the_task_still_count() throws Exception {
        start(
                "always_execute",
                asked -> asked.steps() == 0 ? Said.calls(Call.exec("echo 1 >> lines")) : Said.text("done"));
        String asked;
        try (var board = login()) {
            board.submit("{\"goal\":\"go\",\"options\":{\"mode\":\"always_ask\"}}");
            asked = board.payload("approval:required").get("approval_id").stringValue();
        }
        gateway.killAndStart();
        try (var board = login()) {
            assertThat(board.payload("approval:required").get("approval_id").stringValue())
                    .isEqualTo(asked);
            while (!board.payload("status:agent").get("status").stringValue().equals("paused")) {
                // It runs until it has come to its question again.
            }
            board.send("task:list", "{}");
            var task = board.payload("task:list_response").get("tasks").get(0);
            assertThat(task.get("status").stringValue()).isEqualTo("waiting_approval");
            board.send("task:attach", "{\"task_id\":%s}".formatted(task.get("task_id")));
            board.send("approval:response", "{\"approval_id\":\"%s\",\"approved\":true}".formatted(asked));
            board.next("task:completed");
        }
        assertThat(gateway.lines()).containsExactly("1");
    }

    @Test
    void a_stop_that_was_taken_in_counts_after_the_kill_with_its_reason() throws Exception {
        start("always_execute", _ -> Said.text("half").thenHanging());
        String task;
        try (var board = login()) {
            task = board.submit("{\"goal\":\"go\"}");
            model.awaitHanging();
            board.send("task:stop", "{\"task_id\":\"%s\",\"reason\":\"enough\"}".formatted(task));
            board.next("task:stopped");
        }
        gateway.killAndStart();
        try (var board = login()) {
            board.send("task:attach", "{\"task_id\":\"%s\"}".formatted(task));
            board.next("task:stopped");
            assertNothingEndsAgain(board);
        }
    }

    private static void assertNothingEndsAgain(Board board) throws InterruptedException {
        board.send("ping", "{}");
        for (var frame = board.next(); !frame.get("type").stringValue().equals("pong"); frame = board.next()) {
            assertThat(frame.get("type").stringValue()).isNotIn("task:completed", "task:error", "task:stopped");
        }
    }

    private void start(String approval, Function<ToolModel.Asked, Said> script) throws IOException {
        model = new ToolModel(script);
        gateway = new MortalGateway(folder, model, approval, Duration.ofMinutes(5));
    }

    private Board login() throws Exception {
        var devices = gateway.child().channel();
        var url = URI.create("ws://%s:%d/api/board/ws".formatted(devices.getHost(), devices.getPort()));
        return Board.login(
                url,
                Files.readString(folder.resolve("data").resolve("operator.token"))
                        .strip());
    }
}
