package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.ScriptedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** For each optional field of a task a difference in what the model was sent, or in what came back. */
class BoardTaskFieldsIT {
    @TempDir
    Path folder;

    private final ScriptedModel model = ScriptedModel.echo();
    private BoardGateway gateway;
    private Board board;

    @AfterEach
    void stop() {
        board.close();
        gateway.close();
    }

    private void start(ApprovalMode mode) throws InterruptedException {
        gateway = new BoardGateway(folder, model).mode(mode).start();
        board = gateway.login();
    }

    private ModelRequest asked(String payload) throws InterruptedException {
        start(ApprovalMode.AGENT_DECIDES);
        board.submit(payload);
        board.next("task:completed");
        return model.asked().getLast();
    }

    @Test
    void a_goal_alone_is_all_the_model_is_told() throws Exception {
        var request = asked("{\"goal\":\"go\"}");
        assertThat(request.messages()).containsExactly(new ModelMessage.User("go"));
        assertThat(request.system()).isEqualTo("You are default.");
        assertThat(request.maxTokens()).isNull();
    }

    @Test
    void messages_are_told_with_their_roles_and_calls_with_their_results() throws Exception {
        var request = asked("""
            {"goal":"go on","messages":[
              {"role":"system","content":"Be short."},
              {"role":"user","content":"what is there?"},
              {"role":"assistant","content":"I look.","tool_calls":[{"id":"c1","name":"exec","arguments":"{}"},
                {"id":"c2","name":"read","arguments":"{}"}]},
              {"role":"assistant","content":"A page.","tool_results":[{"tool_call_id":"c1","result":{"ok":true}},
                {"tool_call_id":"lost","result":"approved!"}]}]}
            """);
        assertThat(request.system()).isEqualTo("You are default.\n\nBe short.");
        assertThat(request.messages())
                .containsExactly(
                        new ModelMessage.User("what is there?"),
                        new ModelMessage.Assistant(
                                "I look.",
                                null,
                                List.of(new ToolCall("c1", "exec", "{}"), new ToolCall("c2", "read", "{}"))),
                        new ModelMessage.ToolResult("c1", "exec", "{\"ok\":true}"),
                        new ModelMessage.ToolResult(
                                "c2", "read", "{\"ok\":false,\"error\":\"The result was not given.\"}"),
                        ModelMessage.Assistant.text("A page."),
                        new ModelMessage.User("The result of the tool call \"lost\": approved!"),
                        new ModelMessage.User("go on"));
    }

    @Test
    void plan_memory_and_artifacts_are_told_in_one_message_before_the_goal() throws Exception {
        var request = asked("""
            {"goal":"go","plan":{"format":"structured","content":{"goal":"a page",
                "steps":[{"id":"s1","title":"write","status":"in_progress"}]}},
             "memory":"She likes blue.","artifacts":[{"id":"a1","title":"logo","type":"file","ref":"img/logo.svg"}]}
            """);
        assertThat(request.messages()).containsExactly(new ModelMessage.User("""
            Context for the task that follows.

            The plan for this task (move its steps with update_plan as you go):
            a page
            - s1 (in_progress): write

            What is remembered from earlier work:
            She likes blue.

            What the task is about (read a path with read, an address with web_fetch):
            - a1: logo (file), img/logo.svg\
            """), new ModelMessage.User("go"));
    }

    @Test
    void a_plan_in_markdown_is_told_as_it_is_and_moved_by_its_items() throws Exception {
        start(ApprovalMode.AGENT_DECIDES);
        var task = board.submit("""
            {"goal":"go","plan":{"format":"markdown","content":"# All\\n- [x] one\\n- [~] two\\n- [ ] three"}}
            """);
        assertThat(task).isNotBlank();
        String step = null;
        for (var frame = board.next();
                !frame.get("type").stringValue().equals("task:completed");
                frame = board.next()) {
            if (frame.get("payload").has("current_step")) {
                step = frame.get("payload").get("current_step").stringValue();
            }
        }
        assertThat(step).isEqualTo("two");
        assertThat(model.asked().getLast().messages().getFirst().toString()).contains("- [~] two");
    }

    @Test
    void max_tokens_bounds_what_the_model_may_write_and_what_is_cut_is_no_answer() throws Exception {
        start(ApprovalMode.AGENT_DECIDES);
        model.script((request, listener) -> {
            listener.text("cut in the mid");
            return new ModelReply(
                    "cut in the mid", null, List.of(), new ModelReply.Usage(10, 50), ModelReply.Finish.LENGTH);
        });
        board.submit("{\"goal\":\"go\",\"options\":{\"max_tokens\":50}}");
        var error = board.payload("task:error");
        assertThat(model.asked().getLast().maxTokens()).isEqualTo(50);
        assertThat(error.get("error").get("type").stringValue()).isEqualTo("token_limit");
        assertThat(error.get("partial_result").get("text").stringValue()).isEqualTo("cut in the mid");
    }

    @Test
    void timeout_ms_ends_the_task_in_words() throws Exception {
        start(ApprovalMode.AGENT_DECIDES);
        var gate = new Gate();
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("never");
        });
        board.submit("{\"goal\":\"go\",\"options\":{\"timeout_ms\":200}}");
        assertThat(board.payload("task:error").get("error").get("type").stringValue())
                .isEqualTo("time_limit");
    }

    @Test
    void a_stricter_mode_asks_where_the_agent_would_not() throws Exception {
        start(ApprovalMode.ALWAYS_EXECUTE);
        writing();
        board.submit("{\"goal\":\"go\",\"options\":{\"mode\":\"always_ask\"}}");
        var asked = board.payload("approval:required");
        assertThat(asked.get("tool_call").get("name").stringValue()).isEqualTo("write");
        assertThat(asked.get("tool_call").get("arguments").get("content").stringValue())
                .isEqualTo("hello");
        assertThat(gateway.workspace.resolve("a.txt")).doesNotExist();
    }

    @Test
    void a_looser_mode_counts_only_for_who_may_answer_approvals() throws Exception {
        start(ApprovalMode.ALWAYS_ASK);
        writing();
        board.submit("{\"goal\":\"go\",\"options\":{\"mode\":\"always_execute\"}}");
        board.next("task:completed");
        assertThat(Files.readString(gateway.workspace.resolve("a.txt"))).isEqualTo("hello");
        Files.delete(gateway.workspace.resolve("a.txt"));

        var made = gateway.token("{\"name\":\"weak\",\"scopes\":[\"task:read\",\"task:write\"]}");
        try (var weak = gateway.login(made.get("secret").stringValue())) {
            weak.submit("{\"goal\":\"go again\",\"options\":{\"mode\":\"always_execute\"}}");
            board.next("approval:required");
            assertThat(gateway.workspace.resolve("a.txt")).doesNotExist();
        }
    }

    private void writing() {
        model.script((request, _) -> request.messages().getLast() instanceof ModelMessage.ToolResult
                ? ModelReply.text("done")
                : new ModelReply(
                        "",
                        null,
                        List.of(new ToolCall("c1", "write", "{\"path\":\"a.txt\",\"content\":\"hello\"}")),
                        null,
                        ModelReply.Finish.TOOL_CALLS));
    }

    @Test
    void an_agent_is_chosen_by_name() throws Exception {
        start(ApprovalMode.AGENT_DECIDES);
        board.submit("{\"goal\":\"go\",\"options\":{\"agent\":\"other\"}}");
        board.next("task:completed");
        assertThat(model.asked()).isEmpty();
        assertThat(gateway.other.asked()).hasSize(1);
    }

    @Test
    void a_task_goes_on_with_a_session_and_told_messages_stand_for_its_history() throws Exception {
        start(ApprovalMode.AGENT_DECIDES);
        try (var device = gateway.gateway().connect("desk")) {
            device.message("m-1", "I like tea");
            device.next("message");
        }
        board.submit("{\"goal\":\"what do I like?\",\"options\":{\"session_id\":\"terminal-dev:local:desk\"}}");
        board.next("task:completed");
        assertThat(model.asked().getLast().messages())
                .startsWith(new ModelMessage.User("I like tea"), ModelMessage.Assistant.text("echo: I like tea"));
        board.submit("""
            {"goal":"and now?","messages":[{"role":"user","content":"I like coffee"}],
             "options":{"session_id":"terminal-dev:local:desk"}}
            """);
        board.next("task:completed");
        assertThat(model.asked().getLast().messages())
                .containsExactly(new ModelMessage.User("I like coffee"), new ModelMessage.User("and now?"));
        try (var device = gateway.gateway().connect("desk")) {
            device.message("m-2", "what was that?");
            device.next("message");
        }
        assertThat(model.asked().getLast().messages())
                .contains(new ModelMessage.User("I like tea"), new ModelMessage.User("I like coffee"));
        gateway.restart();
        try (var device = gateway.gateway().connect("desk")) {
            device.message("m-3", "still known?");
            device.next("message");
        }
        assertThat(model.asked().getLast().messages())
                .as("what a task came with is known after a restart")
                .contains(new ModelMessage.User("I like coffee"));
    }

    @Test
    void a_task_in_a_devices_session_is_done_by_the_agent_of_that_session_unless_it_names_one() throws Exception {
        gateway = new BoardGateway(folder, model).devicesAgent("other").start();
        board = gateway.login();
        try (var device = gateway.gateway().connect("desk")) {
            device.message("m-1", "I like tea");
            device.next("message");
        }
        board.submit("{\"goal\":\"what do I like?\",\"options\":{\"session_id\":\"terminal-dev:local:desk\"}}");
        board.next("task:completed");
        assertThat(model.asked()).isEmpty();
        assertThat(gateway.other.asked().getLast().messages())
                .startsWith(new ModelMessage.User("I like tea"))
                .endsWith(new ModelMessage.User("what do I like?"));

        board.submit("""
            {"goal":"and you?","options":{"session_id":"terminal-dev:local:desk","agent":"default"}}
            """);
        board.next("task:completed");
        assertThat(model.asked().getLast().messages()).endsWith(new ModelMessage.User("and you?"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                             | goal is required",
                "{\"goal\":\" \"}                                               | goal is required",
                "{\"goal\":\"g\",\"messages\":[{\"role\":\"king\",\"content\":\"c\"}]} | messages[0].role must be"
                        + " user, assistant or system",
                "{\"goal\":\"g\",\"messages\":[{\"role\":\"user\"}]}             | messages[0].content is required",
                "{\"goal\":\"g\",\"plan\":{\"format\":\"poem\",\"content\":\"\"}} | plan.format must be markdown or"
                        + " structured",
                "{\"goal\":\"g\",\"plan\":{\"format\":\"markdown\",\"content\":{}}} | plan.content must be a text,"
                        + " since plan.format is markdown",
                "{\"goal\":\"g\",\"plan\":{\"format\":\"structured\",\"content\":\"x\"}} | plan.content must be {goal,"
                        + " steps: [{id, title, status}]}, since plan.format is structured",
                "{\"goal\":\"g\",\"artifacts\":[{\"title\":\"t\"}]}              | artifacts: every one needs an id",
                "{\"goal\":\"g\",\"options\":{\"mode\":\"yolo\"}}                | options.mode must be always_ask,"
                        + " agent_decides or always_execute",
                "{\"goal\":\"g\",\"options\":{\"max_tokens\":0}}                 | options.max_tokens must be at least"
                        + " 1",
                "{\"goal\":\"g\",\"options\":{\"timeout_ms\":-1}}                | options.timeout_ms must be at least"
                        + " 1",
                "{\"goal\":\"g\",\"options\":{\"agent\":\"othr\"}}               | options.agent: there is no agent"
                        + " \"othr\", did you mean other?",
                "{\"goal\":\"g\",\"options\":{\"session_id\":\"no\"}}            | there is no session \"no\"; GET"
                        + " /api/sessions lists those there are",
                "{\"goal\":\"g\",\"options\":{\"timeout_ms\":\"1\"}}             | payload.options.timeout_ms has the"
                        + " wrong type or is missing",
                "{\"goal\":\"g\",\"idempotency_key\":\"\\u0007\"}                | idempotency_key must not contain"
                        + " control characters",
            })
    void what_cannot_become_a_task_says_why(String payload, String why) throws Exception {
        start(ApprovalMode.AGENT_DECIDES);
        var id = board.send("task:submit", payload);
        var error = board.next("connection:error");
        assertThat(error.get("in_reply_to").stringValue()).isEqualTo(id);
        assertThat(error.get("payload").get("code").stringValue()).isEqualTo("protocol_error");
        assertThat(error.get("payload").get("message").stringValue()).isEqualTo(why);
        assertThat(model.asked()).isEmpty();
    }
}
