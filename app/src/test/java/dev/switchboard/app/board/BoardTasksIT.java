package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.money.Price;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.ScriptedModel;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class BoardTasksIT {
    @TempDir
    Path folder;

    private final ScriptedModel model = ScriptedModel.echo();
    private BoardGateway gateway;
    private Board board;

    @BeforeEach
    void start() throws Exception {
        gateway = new BoardGateway(folder, model)
                .mode(ApprovalMode.ALWAYS_EXECUTE)
                .money(new Price(new BigDecimal("1"), new BigDecimal("2")), null)
                .start();
        board = gateway.login();
    }

    @AfterEach
    void stop() {
        board.close();
        gateway.close();
    }

    @Test
    void a_task_is_started_and_completed() throws Exception {
        model.script((request, listener) -> {
            listener.text("Done.\n\nAll of it.");
            return new ModelReply(
                    "Done.\n\nAll of it.", null, List.of(), new ModelReply.Usage(1_000, 10), ModelReply.Finish.STOP);
        });
        var id = board.send("task:submit", "{\"idempotency_key\":\"k1\",\"goal\":\"do it\",\"messages\":[]}");

        var started = board.next("task:started");
        assertThat(started.get("in_reply_to").stringValue()).isEqualTo(id);
        assertThat(started.get("payload").get("idempotency_key").stringValue()).isEqualTo("k1");
        assertThat(board.payload("task:progress").get("status").stringValue()).isEqualTo("planning");
        var completed = board.payload("task:completed");
        assertThat(completed.get("task_id")).isEqualTo(started.get("payload").get("task_id"));
        assertThat(completed.get("result").toString())
                .isEqualTo("{\"text\":\"Done.\\n\\nAll of it.\",\"summary\":\"Done.\"}");
        assertThat(completed.get("usage").toString())
                .isEqualTo(
                        "{\"prompt_tokens\":1000,\"completion_tokens\":10,\"total_tokens\":1010,\"cost_usd\":0.00102}");
    }

    @Test
    void an_end_is_recorded_as_delivered_only_if_a_board_got_it() throws Exception {
        board.submit("{\"goal\":\"do it\"}");
        board.next("task:completed");
        await().untilAsserted(() -> assertThat(outcomes()).containsExactly("outbound_delivered"));

        var gate = new Gate();
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("nobody sees this");
        });
        board.submit("{\"goal\":\"do it alone\"}");
        gate.awaitSomebody();
        board.cut();
        await().until(() -> gateway.gateway()
                        .get("/api/channels")
                        .get("channels")
                        .valueStream()
                        .filter(channel ->
                                channel.get("channel_id").stringValue().equals("board"))
                        .mapToInt(channel -> channel.get("connected_peers").intValue())
                        .sum()
                == 0);
        gate.open();
        await().untilAsserted(() -> assertThat(outcomes()).containsExactly("outbound_delivered", "outbound_unclaimed"));
    }

    private List<String> outcomes() {
        return gateway.gateway().events("board").stream()
                .filter(type -> type.startsWith("outbound_"))
                .toList();
    }

    @Test
    void without_a_key_the_envelopes_id_is_the_key() throws Exception {
        board.send("task:submit", "m-1", "{\"goal\":\"do it\"}");
        assertThat(board.payload("task:started").get("idempotency_key").stringValue())
                .isEqualTo("m-1");
        board.next("task:completed");
        board.send("task:submit", "m-1", "{\"goal\":\"do it\"}");
        board.next("task:completed");
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void a_key_again_while_it_runs_attaches_and_after_the_end_brings_the_final_message_again() throws Exception {
        var gate = new Gate();
        model.script((request, listener) -> {
            listener.text("half");
            gate.pass();
            listener.text(" done");
            return ModelReply.text("half done");
        });
        var task = board.submit("{\"idempotency_key\":\"k\",\"goal\":\"do it\"}");
        gate.awaitSomebody();
        try (var second = gateway.login()) {
            second.send(
                    "task:submit",
                    "{\"idempotency_key\":\"k\",\"goal\":\"do it\",\"options\":{\"stream_deltas\":true}}");
            var already = second.payload("task:error");
            assertThat(already.get("error").get("type").stringValue()).isEqualTo("already_running");
            assertThat(already.get("final").booleanValue()).isFalse();
            assertThat(already.get("task_id").stringValue()).isEqualTo(task);
            assertThat(second.payload("task:delta").toString()).contains("\"text\":\"half\",\"offset\":0");
            gate.open();
            assertThat(second.payload("task:delta").toString()).contains("\"text\":\" done\",\"offset\":4");
            assertThat(second.payload("task:completed").get("task_id").stringValue())
                    .isEqualTo(task);
        }
        board.next("task:completed");
        var again = board.send("task:submit", "{\"idempotency_key\":\"k\",\"goal\":\"do it\"}");
        var repeated = board.next("task:completed");
        assertThat(repeated.get("in_reply_to").stringValue()).isEqualTo(again);
        assertThat(repeated.get("payload").get("task_id").stringValue()).isEqualTo(task);
        board.send("task:submit", "{\"idempotency_key\":\"k\",\"goal\":\"something else\"}");
        assertThat(board.payload("connection:error").get("message").stringValue())
                .contains("another goal");
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void deltas_come_in_order_and_only_when_asked_for() throws Exception {
        model.script((request, listener) -> {
            if (request.messages().getLast() instanceof ModelMessage.ToolResult) {
                listener.text("It says hi.");
                return ModelReply.text("It says hi.");
            }
            listener.text("I look.");
            return new ModelReply(
                    "I look.",
                    null,
                    List.of(new ToolCall("c1", "exec", "{\"command\":\"echo hi\"}")),
                    null,
                    ModelReply.Finish.TOOL_CALLS);
        });
        board.submit("{\"goal\":\"look\",\"options\":{\"stream_deltas\":true}}");
        var kinds = new ArrayList<String>();
        JsonNode result = null;
        for (var frame = board.next(); !type(frame).equals("task:completed"); frame = board.next()) {
            if (type(frame).equals("task:delta")) {
                var delta = frame.get("payload");
                kinds.add(delta.get("delta_type").stringValue());
                if (delta.has("tool_result")) {
                    result = delta.get("tool_result");
                }
            }
        }
        assertThat(kinds).containsExactly("text", "tool_call", "tool_result", "text");
        assertThat(result).isNotNull();
        assertThat(result.get("result").get("stdout").stringValue()).isEqualTo("hi\n");

        board.submit("{\"goal\":\"look again\"}");
        for (var frame = board.next(); !type(frame).equals("task:completed"); frame = board.next()) {
            assertThat(type(frame)).isNotEqualTo("task:delta");
        }
    }

    @Test
    void the_arguments_of_a_call_come_as_they_are_written_and_not_again_when_it_begins() throws Exception {
        model.script((request, listener) -> {
            if (request.messages().getLast() instanceof ModelMessage.ToolResult) {
                return ModelReply.text("It says hi.");
            }
            listener.toolCall(0, "c1", "exec", "{\"command\":");
            listener.toolCall(0, "c1", "exec", "\"echo hi\"}");
            return new ModelReply(
                    "",
                    null,
                    List.of(new ToolCall("c1", "exec", "{\"command\":\"echo hi\"}")),
                    null,
                    ModelReply.Finish.TOOL_CALLS);
        });
        board.submit("{\"goal\":\"look\",\"options\":{\"stream_deltas\":true}}");
        var arguments = new StringBuilder();
        var ids = new HashSet<String>();
        for (var frame = board.next(); !type(frame).equals("task:completed"); frame = board.next()) {
            var delta = frame.get("payload");
            if (delta.has("tool_call")) {
                assertThat(delta.get("offset").intValue()).isEqualTo(arguments.length());
                arguments.append(delta.get("tool_call").get("arguments").stringValue());
                ids.add(delta.get("tool_call").get("id").stringValue());
            }
            if (delta.has("tool_result")) {
                ids.add(delta.get("tool_result").get("tool_call_id").stringValue());
            }
        }
        assertThat(arguments.toString()).isEqualTo("{\"command\":\"echo hi\"}");
        assertThat(ids).hasSize(1);
    }

    @Test
    void the_plan_says_how_far_it_is_and_comes_back_when_it_was_moved() throws Exception {
        model.script((request, _) -> request.messages().getLast() instanceof ModelMessage.ToolResult
                ? ModelReply.text("done")
                : new ModelReply(
                        "", null, List.of(new ToolCall("c1", "update_plan", """
                            {"steps":[{"id":"1","status":"completed"},{"id":"2","status":"in_progress"}]}
                            """)), null, ModelReply.Finish.TOOL_CALLS));
        board.submit("""
            {"goal":"go","plan":{"format":"structured","content":{"goal":"all","steps":[
              {"id":"1","title":"first","status":"in_progress"},{"id":"2","title":"second","status":"pending"}]}}}
            """);
        var seen = new ArrayList<String>();
        JsonNode frame = board.next();
        for (; !type(frame).equals("task:completed"); frame = board.next()) {
            if (type(frame).equals("task:progress")) {
                var progress = frame.get("payload");
                var line = progress.get("status").stringValue() + " "
                        + progress.path("current_step").asString();
                if (seen.isEmpty() || !seen.getLast().equals(line)) {
                    seen.add(line);
                }
            }
        }
        assertThat(seen).containsSubsequence("planning first", "executing first", "verifying second");
        assertThat(frame.get("payload").get("result").get("plan_updates").stringValue())
                .isEqualTo("# all\n\n- [x] first\n- [~] second");
    }

    @Test
    void what_a_run_wrote_comes_back_as_artifacts() throws Exception {
        model.script((request, _) -> request.messages().getLast() instanceof ModelMessage.ToolResult
                ? ModelReply.text("done")
                : new ModelReply(
                        "",
                        null,
                        List.of(new ToolCall("c1", "write", "{\"path\":\"a.txt\",\"content\":\"hello\"}")),
                        null,
                        ModelReply.Finish.TOOL_CALLS));
        board.submit("{\"goal\":\"write\"}");
        assertThat(board.payload("task:completed")
                        .get("result")
                        .get("artifact_refs")
                        .toString())
                .isEqualTo("[{\"id\":\"a.txt\",\"type\":\"file\",\"ref\":\"a.txt\"}]");
    }

    @Test
    void a_failed_task_says_what_and_what_next_and_keeps_its_words() throws Exception {
        model.script((request, listener) -> {
            listener.text("I beg");
            throw new SwitchboardException(ErrorCode.MODEL_UNAVAILABLE, "The model did not answer.");
        });
        board.submit("{\"goal\":\"do it\"}");
        var error = board.payload("task:error");
        assertThat(error.get("error").toString())
                .isEqualTo("{\"type\":\"model_unavailable\",\"message\":\"The model did not answer.\","
                        + "\"recoverable\":true,\"suggestion\":\"Submit it again under a new idempotency_key.\"}");
        assertThat(error.get("partial_result").get("text").stringValue()).isEqualTo("I beg");
        assertThat(error.get("usage").get("total_tokens").intValue()).isZero();
        assertThat(error.get("final").booleanValue()).isTrue();
    }

    @Test
    void what_is_taken_back_is_said_to_whoever_saw_it() throws Exception {
        model.script((request, listener) -> {
            listener.text("wrong");
            listener.retracted("The line broke.");
            listener.text("right");
            return ModelReply.text("right");
        });
        board.submit("{\"goal\":\"do it\",\"options\":{\"stream_deltas\":true}}");
        var seen = new ArrayList<String>();
        for (var frame = board.next(); !type(frame).equals("task:completed"); frame = board.next()) {
            var payload = frame.get("payload");
            if (payload.has("discard_text")) {
                seen.add("discard");
            } else if (type(frame).equals("task:delta")) {
                seen.add(payload.get("offset").intValue() + payload.get("text").stringValue());
            }
        }
        assertThat(seen).containsExactly("0wrong", "discard", "0right");
    }

    @Test
    void tasks_outlive_sockets_and_any_board_attaches() throws Exception {
        var gate = new Gate();
        model.script((request, listener) -> {
            listener.text("half");
            gate.pass();
            return ModelReply.text("half done");
        });
        var task = board.submit("{\"goal\":\"a long one\",\"options\":{\"stream_deltas\":true}}");
        gate.awaitSomebody();
        // A model is asked before the start of its run is on disk, and a list shows what is.
        await().untilAsserted(() -> gateway.gateway().get("/api/runs/" + task));
        board.cut();
        board = Board.open(gateway.url());
        board.send("connection:auth", """
            {"device_id":"another","token":"%s","role":"operator","scopes":["*"]}
            """.formatted(TestGateway.TOKEN));
        var listed = board.payload("task:list_response").get("tasks").get(0);
        assertThat(listed.get("task_id").stringValue()).isEqualTo(task);
        assertThat(listed.get("goal").stringValue()).isEqualTo("a long one");
        assertThat(listed.get("status").stringValue()).isEqualTo("running");
        board.send("task:attach", "{\"task_id\":\"%s\",\"stream_deltas\":true}".formatted(task));
        assertThat(board.payload("task:started").get("task_id").stringValue()).isEqualTo(task);
        assertThat(board.payload("task:delta").get("text").stringValue()).isEqualTo("half");
        gate.open();
        board.next("task:completed");
        board.send("task:attach", "{\"task_id\":\"%s\"}".formatted(task));
        board.next("task:started");
        board.next("task:completed");
        board.send("task:attach", "{\"task_id\":\"run-none\"}");
        assertThat(board.payload("task:error").get("task_id").stringValue()).isEqualTo("run-none");
    }

    @Test
    void a_board_that_attaches_in_the_middle_of_a_message_puts_it_together_from_its_offsets() throws Exception {
        var gate = new Gate();
        model.script((_, listener) -> {
            listener.text("The first half, ");
            listener.text("and ");
            gate.pass();
            listener.text("the second ");
            listener.text("half.");
            return ModelReply.text("The first half, and the second half.");
        });
        var task = board.submit("{\"goal\":\"a long one\"}");
        gate.awaitSomebody();
        await().untilAsserted(() -> gateway.gateway().get("/api/runs/" + task));
        board.send("task:attach", "{\"task_id\":\"%s\",\"stream_deltas\":true}".formatted(task));
        var sofar = board.payload("task:delta");
        assertThat(sofar.get("text").stringValue()).isEqualTo("The first half, and ");
        assertThat(sofar.get("offset").intValue()).isZero();
        gate.open();

        var whole = new StringBuilder(sofar.get("text").stringValue());
        for (var frame = board.next(); !type(frame).equals("task:completed"); frame = board.next()) {
            if (type(frame).equals("task:delta")) {
                var delta = frame.get("payload");
                assertThat(delta.get("offset").intValue()).isEqualTo(whole.length());
                whole.append(delta.get("text").stringValue());
            }
        }
        assertThat(whole.toString()).isEqualTo("The first half, and the second half.");
    }

    @Test
    void a_gateway_that_goes_down_and_comes_back_goes_on_with_the_task() throws Exception {
        var gate = new Gate();
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("never");
        });
        var task = board.submit("{\"idempotency_key\":\"k\",\"goal\":\"do it\"}");
        gate.awaitSomebody();
        model.script((request, listener) -> ModelReply.text("done after all"));
        gateway.restart();
        board = gateway.login();
        board.send("task:submit", "{\"idempotency_key\":\"k\",\"goal\":\"do it\"}");
        var last = board.payload("task:completed");
        assertThat(last.get("task_id").stringValue()).isEqualTo(task);
        assertThat(last.get("result").get("text").stringValue()).isEqualTo("done after all");
    }

    private static String type(JsonNode frame) {
        return frame.get("type").stringValue();
    }
}
