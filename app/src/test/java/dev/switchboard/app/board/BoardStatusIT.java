package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.money.Budget;
import dev.switchboard.core.money.Price;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.ScriptedModel;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What agents are doing, as boards are told. */
class BoardStatusIT {
    private static final Price DOLLAR = new Price(new BigDecimal("1"), new BigDecimal("1"));

    @TempDir
    Path folder;

    private final ScriptedModel model = ScriptedModel.echo();
    private BoardGateway gateway;
    private Board board;

    private void start(BoardGateway with) throws InterruptedException {
        gateway = with.start();
        board = gateway.login();
    }

    @AfterEach
    void stop() {
        board.close();
        gateway.close();
    }

    @Test
    void it_runs_waits_for_an_answer_and_is_idle_again() throws Exception {
        model.script((request, _) -> request.messages().getLast() instanceof ModelMessage.ToolResult
                ? ModelReply.text("done")
                : new ModelReply(
                        "",
                        null,
                        List.of(new ToolCall("c1", "exec", "{\"command\":\"true\"}")),
                        null,
                        ModelReply.Finish.TOOL_CALLS));
        start(new BoardGateway(folder, model));
        assertThat(status("idle").has("current_task_id")).isFalse();
        var task = board.submit("{\"goal\":\"go\"}");
        assertThat(status("running").get("current_task_id").stringValue()).isEqualTo(task);
        assertThat(status("paused").get("current_task_id").stringValue()).isEqualTo(task);
        var id = board.payload("approval:required").get("approval_id").stringValue();
        board.send("approval:response", "{\"approval_id\":\"%s\",\"approved\":true}".formatted(id));
        status("running");
        status("idle");
    }

    @Test
    void it_is_in_error_until_its_model_answers_again() throws Exception {
        model.script((request, _) -> {
            throw new SwitchboardException(ErrorCode.MODEL_UNAVAILABLE, "The model did not answer.");
        });
        start(new BoardGateway(folder, model));
        board.submit("{\"goal\":\"go\"}");
        status("error");
        model.script((request, _) -> ModelReply.text("here again"));
        board.submit("{\"goal\":\"go\"}");
        status("running");
        status("idle");
    }

    @Test
    void a_budget_that_is_used_up_ends_the_task_in_words_and_pauses_the_agent() throws Exception {
        start(new BoardGateway(folder, model).money(DOLLAR, new Budget(10, Budget.Period.DAY)));
        board.submit("{\"goal\":\"go\"}");
        var error = board.payload("task:error");
        assertThat(error.get("error").get("type").stringValue()).isEqualTo("budget_exceeded");
        assertThat(error.get("final").booleanValue()).isTrue();
        try (var second = gateway.login()) {
            var paused = second.payload("status:agent");
            assertThat(paused.get("status").stringValue()).isEqualTo("paused");
            assertThat(paused.get("budget_used_usd").doubleValue()).isZero();
            assertThat(paused.get("budget_limit_usd").doubleValue()).isEqualTo(0.00001);
        }
    }

    @Test
    void what_was_spent_is_told_with_the_status() throws Exception {
        model.script((request, _) -> new ModelReply(
                "done", null, List.of(), new ModelReply.Usage(400_000, 100_000), ModelReply.Finish.STOP));
        start(new BoardGateway(folder, model).money(DOLLAR, new Budget(5_000_000, Budget.Period.DAY)));
        status("idle");
        board.submit("{\"goal\":\"go\"}");
        status("running");
        assertThat(status("idle").get("budget_used_usd").doubleValue()).isEqualTo(0.5);
    }

    /** The next status of the default agent that is this one. */
    private JsonNode status(String wanted) throws InterruptedException {
        while (true) {
            var status = board.payload("status:agent");
            if (status.get("agent_id").stringValue().equals("default")
                    && status.get("status").stringValue().equals(wanted)) {
                return status;
            }
        }
    }
}
