package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.Said;
import dev.switchboard.testkit.ScriptedModel;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Messages into tasks that are under way or wait, and their stops. */
class BoardSteeringIT {
    @TempDir
    Path folder;

    private final ScriptedModel model = ScriptedModel.echo();
    private BoardGateway gateway;
    private Board board;

    @BeforeEach
    void start() throws Exception {
        gateway = new BoardGateway(folder, model).start();
        board = gateway.login();
    }

    @AfterEach
    void stop() {
        board.close();
        gateway.close();
    }

    @Test
    void a_message_to_a_task_is_no_longer_than_any_other_and_has_an_id_that_can_be_kept() throws Exception {
        var gate = new Gate();
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("done");
        });
        var task = board.submit("{\"goal\":\"do it\"}");
        gate.awaitSomebody();
        var payload = "{\"task_id\":\"%s\",\"injection_mode\":\"steer\",\"message\":{\"content\":\"%s\"}}";

        board.send("task:message", payload.formatted(task, "x".repeat(200_001)));
        var refused = board.payload("connection:error");
        assertThat(refused.get("code").stringValue()).isEqualTo("protocol_error");
        assertThat(refused.get("message").stringValue())
                .isEqualTo("message is too long: at most 200000 characters (max_message_chars)");
        board.send("task:message", "x".repeat(129), payload.formatted(task, "hello"));
        assertThat(board.payload("connection:error").get("message").stringValue())
                .isEqualTo("id must have 1 to 128 characters");
        gate.open();
        board.next("task:completed");
    }

    @Test
    void a_stopped_task_keeps_what_it_said() throws Exception {
        var gate = new Gate();
        model.script((request, listener) -> {
            listener.text("so far");
            gate.pass();
            return ModelReply.text("never");
        });
        var task = board.submit("{\"goal\":\"do it\"}");
        gate.awaitSomebody();
        var id = board.send("task:stop", "{\"task_id\":\"%s\",\"reason\":\"enough\"}".formatted(task));
        var stopped = board.next("task:stopped");
        assertThat(stopped.get("in_reply_to").stringValue()).isEqualTo(id);
        assertThat(stopped.get("payload").get("partial_result").get("text").stringValue())
                .isEqualTo("so far");
        board.send("task:stop", "{\"task_id\":\"%s\"}".formatted(task));
        assertThat(board.payload("task:error").get("error").get("type").stringValue())
                .isEqualTo("task_not_found");
    }

    @Test
    void a_queued_task_is_stopped_before_it_begins_and_can_be_sent_messages() throws Exception {
        var gate = new Gate();
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("heard " + request.messages().size());
        });
        board.submit("{\"idempotency_key\":\"one\",\"goal\":\"first\"}");
        gate.awaitSomebody();
        var session = session("first");
        var queued = board.submit("{\"goal\":\"second\",\"options\":{\"session_id\":\"%s\"}}".formatted(session));
        var third = board.submit("{\"goal\":\"third\",\"options\":{\"session_id\":\"%s\"}}".formatted(session));
        board.send("task:list", "{}");
        assertThat(board.payload("task:list_response").toString()).contains("\"queued\"");
        board.send("task:stop", "{\"task_id\":\"%s\"}".formatted(queued));
        confirmed(message(third, "steer", "and this"));
        gate.open();
        assertThat(board.payload("task:stopped").get("task_id").stringValue()).isEqualTo(queued);
        assertThat(board.payload("task:completed").get("task_id").stringValue()).isEqualTo(third);
        assertThat(model.asked()).hasSize(2);
        assertThat(model.asked().getLast().messages()).contains(new ModelMessage.User("and this"));
    }

    private String session(String goal) {
        for (var line : gateway.gateway().get("/api/sessions").get("sessions")) {
            var id = line.get("session_id").stringValue();
            if (id.startsWith("board:")) {
                return id;
            }
        }
        throw new AssertionError("no session for " + goal);
    }

    @Test
    void messages_steer_follow_up_and_are_collected() throws Exception {
        var gate = new Gate();
        model.script((request, listener) -> {
            if (model.asked().size() == 1) {
                gate.pass();
            }
            return ModelReply.text("answer to " + Said.last(request));
        });
        var task = board.submit("{\"goal\":\"go\"}");
        gate.awaitSomebody();
        confirmed(message(task, "followup", "then this"));
        confirmed(message(task, "collect", "one"));
        confirmed(message(task, "collect", "two"));
        board.send("task:message", "same", body(task, "collect", "three"));
        confirmed("same");
        board.send("task:message", "same", body(task, "collect", "three"));
        confirmed("same");
        gate.open();
        assertThat(board.payload("task:completed").get("result").get("text").stringValue())
                .isEqualTo("answer to then this");
        assertThat(model.asked().stream().map(Said::last)).containsExactly("go", "one\n\ntwo\n\nthree", "then this");
        message(task, "steer", "too late");
        var error = board.payload("task:error");
        assertThat(error.get("error").get("type").stringValue()).isEqualTo("task_not_found");
        assertThat(error.get("final").booleanValue()).isFalse();
    }

    private String message(String task, String mode, String text) {
        return board.send("task:message", body(task, mode, text));
    }

    private void confirmed(String id) throws InterruptedException {
        JsonNode progress;
        do {
            progress = board.next("task:progress");
        } while (!progress.has("in_reply_to"));
        assertThat(progress.get("in_reply_to").stringValue()).isEqualTo(id);
        assertThat(progress.get("payload").get("message").stringValue()).startsWith("Taken in");
    }

    private static String body(String task, String mode, String text) {
        return """
            {"task_id":"%s","message":{"role":"user","content":"%s"},"injection_mode":"%s"}
            """.formatted(task, text, mode);
    }

    @Test
    void a_devices_run_is_seen_and_stopped_from_a_board() throws Exception {
        var gate = new Gate();
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("never");
        });
        try (var device = gateway.gateway().connect("desk")) {
            device.message("m-1", "think");
            gate.awaitSomebody();
            await().untilAsserted(() -> {
                board.send("task:list", "{}");
                assertThat(board.payload("task:list_response").get("tasks")).hasSize(1);
            });
            board.send("task:list", "{}");
            var task = board.payload("task:list_response").get("tasks").get(0);
            assertThat(task.get("goal").stringValue()).isEqualTo("think");
            board.send("task:stop", "{\"task_id\":%s}".formatted(task.get("task_id")));
            board.next("task:stopped");
            device.next("message");
        }
    }
}
