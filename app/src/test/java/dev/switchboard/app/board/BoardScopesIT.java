package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions.NewSession;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.ScriptedModel;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a board needs for a task follows from the kind of the session it runs in, and not from its being a task. */
class BoardScopesIT {
    private static final String OF_TASKS = "\"task:read\",\"task:write\"";
    private static final String OF_TERMINALS = "\"terminal:read\",\"terminal:write\"";

    @TempDir
    Path folder;

    private final Gate gate = new Gate();
    private BoardGateway gateway;
    private String program;

    @BeforeEach
    void start() {
        gateway = new BoardGateway(folder, new ScriptedModel((_, _) -> {
                    gate.pass();
                    return ModelReply.text("Done.");
                }))
                .start();
        var made = gateway.gateway()
                .gateway()
                .store()
                .sessions()
                .create(new NewSession(SessionKind.HEADLESS, "claude", null, null, null, null));
        program = made.id().value();
    }

    @AfterEach
    void stop() {
        gate.open();
        gateway.close();
    }

    @Test
    void a_task_in_a_programs_session_is_submitted_watched_steered_and_stopped_with_the_scopes_of_terminals()
            throws Exception {
        try (var board = gateway.login(token(OF_TERMINALS))) {
            var task = board.submit(into(program));
            gate.awaitSomebody();
            board.send("task:list", "{}");
            assertThat(lastList(board)).contains(task);
            board.send("task:attach", "{\"task_id\":\"%s\"}".formatted(task));
            board.next("task:started");
            board.send("task:message", steering(task));
            board.next("task:progress");
            board.send("task:stop", "{\"task_id\":\"%s\"}".formatted(task));
            board.next("task:stopped");
        }
    }

    @Test
    void the_scopes_of_tasks_are_of_no_use_there() throws Exception {
        try (var operator = gateway.login();
                var board = gateway.login(token(OF_TASKS))) {
            var task = operator.submit(into(program));
            gate.awaitSomebody();

            board.send("task:submit", into(program));
            forbidden(board, "terminal:write");
            board.send("task:stop", "{\"task_id\":\"%s\"}".formatted(task));
            forbidden(board, "terminal:write");
            board.send("task:message", steering(task));
            forbidden(board, "terminal:write");
            board.send("task:attach", "{\"task_id\":\"%s\"}".formatted(task));
            forbidden(board, "terminal:read");
            board.send("task:list", "{}");
            assertThat(lastList(board)).doesNotContain(task);

            gate.open();
            operator.next("task:completed");
        }
    }

    @Test
    void a_key_that_names_a_task_there_shows_it_to_nobody_else() throws Exception {
        try (var operator = gateway.login();
                var board = gateway.login(token(OF_TASKS))) {
            operator.submit("{\"goal\":\"go\",\"idempotency_key\":\"k\",\"options\":{\"session_id\":\"%s\"}}"
                    .formatted(program));
            gate.awaitSomebody();

            board.send("task:submit", "{\"goal\":\"go\",\"idempotency_key\":\"k\"}");
            forbidden(board, "terminal:write");
        }
    }

    @Test
    void the_scopes_of_terminals_are_of_no_use_for_any_other_task() throws Exception {
        try (var operator = gateway.login();
                var board = gateway.login(token(OF_TERMINALS))) {
            var task = operator.submit("{\"goal\":\"go\"}");
            gate.awaitSomebody();

            board.send("task:submit", "{\"goal\":\"go\"}");
            forbidden(board, "task:write");
            board.send("task:stop", "{\"task_id\":\"%s\"}".formatted(task));
            forbidden(board, "task:write");
            board.send("task:attach", "{\"task_id\":\"%s\"}".formatted(task));
            forbidden(board, "task:read");
            board.send("task:list", "{}");
            assertThat(lastList(board)).doesNotContain(task);
            board.send("task:stop", "{\"task_id\":\"no such task\"}");
            assertThat(board.payload("task:error").get("error").get("type").stringValue())
                    .isEqualTo("task_not_found");
        }
    }

    private String token(String scopes) {
        return gateway.token("{\"name\":\"some\",\"scopes\":[%s]}".formatted(scopes))
                .get("secret")
                .stringValue();
    }

    private static String into(String session) {
        return "{\"goal\":\"go\",\"options\":{\"session_id\":\"%s\"}}".formatted(session);
    }

    private static String steering(String task) {
        return "{\"task_id\":\"%s\",\"message\":{\"role\":\"user\",\"content\":\"left\"},\"injection_mode\":\"steer\"}"
                .formatted(task);
    }

    private static void forbidden(Board board, String scope) throws InterruptedException {
        var refused = board.payload("connection:error");
        assertThat(refused.get("code").stringValue()).isEqualTo("forbidden");
        assertThat(refused.get("message").stringValue()).isEqualTo("this needs the scope " + scope);
    }

    /** The answer to the question, and not the list every board gets when it comes. */
    private static String lastList(Board board) throws InterruptedException {
        JsonNode list;
        do {
            list = board.next("task:list_response");
        } while (list.get("in_reply_to") == null);
        return list.toString();
    }
}
