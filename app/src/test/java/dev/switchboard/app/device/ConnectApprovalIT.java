package dev.switchboard.app.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.data.DataFolder;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.ScriptedModel;
import dev.switchboard.tools.exec.ExecTool;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code switchboard connect} does while its message waits until somebody allows a command. */
class ConnectApprovalIT {
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final String QUESTION = "Allow it? y, n, or s to decide later: ";

    @TempDir
    Path temp;

    private final Gate gate = new Gate();
    /** Runs what it is told, as it is told. */
    private final ScriptedModel model =
            new ScriptedModel((request, _) -> switch (request.messages().getLast()) {
                case ModelMessage.User(var text) -> {
                    gate.pass();
                    var arguments = Json.mapper().createObjectNode().put("command", text);
                    yield new ModelReply(
                            "",
                            null,
                            List.of(new ToolCall("call_1", "exec", arguments.toString())),
                            null,
                            ModelReply.Finish.TOOL_CALLS);
                }
                case ModelMessage.ToolResult result -> ModelReply.text("It gave: " + result.text());
                case ModelMessage.Assistant _ -> throw new AssertionError("the model spoke last");
            });

    private Path data;
    private DataFolder folder;
    private TestGateway gateway;

    @BeforeEach
    void start() throws IOException {
        data = temp.resolve("data");
        folder = DataFolder.open(data);
        Files.writeString(data.resolve("operator.token"), TestGateway.TOKEN + "\n");
        gate.open();
        start(Duration.ofMinutes(5));
    }

    private void start(Duration patience) {
        var abilities = new Abilities(
                temp,
                () -> List.of(new ExecTool(Map.of("PATH", System.getenv("PATH")), temp.resolve("output"))),
                ApprovalMode.AGENT_DECIDES,
                List.of(),
                patience,
                RunLimits.DEFAULT,
                null,
                null);
        gateway = TestGateway.start(
                data,
                TestGateway.config(30, null),
                Map.of("default", new ModelAgent("default", model, null, abilities)),
                new LocalBus(),
                Clock.systemUTC());
        folder.announce(gateway.http(""));
    }

    @AfterEach
    void stop() {
        gateway.close();
        folder.close();
    }

    @Test
    void it_asks_right_there_with_the_exact_command_and_y_runs_it() throws Exception {
        try (var screen = connect("--data", data.toString())) {
            screen.await("ready > ");
            screen.type("echo $((6 * 7))\r");
            screen.await("    command: echo $((6 * 7))");
            screen.await("  folder   the workspace");
            screen.await("  reason   It runs something on this machine.");
            screen.await(QUESTION);
            screen.type("maybe\r");
            screen.await("Answer with y, n or s first; this was not sent.");
            screen.await(QUESTION);
            screen.type("/status\r");
            screen.await("waiting  1");
            screen.await(QUESTION);
            screen.type("y\r");
            screen.await("Allowed.");
            screen.await("\"stdout\":\"42\\n\"");
            screen.await("ready > ");
            screen.type("/quit\r");
            assertThat(screen.exitCode()).isZero();
            assertThat(screen.shown()).as("its own answer is not told again").doesNotContain("It was allowed.");
        }
    }

    @Test
    void n_and_ctrl_c_refuse_it() throws Exception {
        try (var screen = connect("--data", data.toString())) {
            screen.await("ready > ");
            for (var no : List.of("n\r", CTRL_C)) {
                screen.type("touch made\r");
                screen.await(QUESTION);
                screen.type(no);
                screen.awaitAll("Refused.", "the person refused it");
                screen.await("ready > ");
            }
            screen.type("/quit\r");
            assertThat(screen.exitCode()).isZero();
        }
        assertThat(temp.resolve("made")).doesNotExist();
    }

    @Test
    void n_and_ctrl_c_refuse_it_on_a_terminal_that_can_only_print_too() throws Exception {
        try (var screen = connect(Map.of("TERM", "dumb"), "--data", data.toString())) {
            screen.await("ready");
            for (var no : List.of("n\n", CTRL_C)) {
                screen.type("touch made\n");
                screen.await("Allow it?");
                screen.await("later:");
                screen.type(no);
                screen.awaitAll("Refused.", "the person refused it");
                screen.await("ready");
            }
            screen.type("/quit\n");
            assertThat(screen.exitCode()).isZero();
        }
        assertThat(temp.resolve("made")).doesNotExist();
    }

    @Test
    void who_leaves_or_decides_later_has_answered_nothing() throws Exception {
        try (var screen = connect("--data", data.toString())) {
            screen.await("ready > ");
            screen.type("echo late\r");
            screen.await(QUESTION);
            screen.type("s\r");
            screen.await("It goes on waiting; switchboard approve --url %s --data %s answers it."
                    .formatted(gateway.http(""), data));
            screen.await("waiting > "); // between two lines the system takes the key, and nobody hears of it
            screen.type(CTRL_D);
            assertThat(screen.exitCode()).isZero();
        }
        assertThat(pending()).hasSize(1);
        try (var screen = connect("--data", data.toString())) {
            screen.await("command: echo late"); // it is told again, and asks again
            screen.await(QUESTION);
            screen.type(CTRL_D);
            assertThat(screen.exitCode()).isZero();
        }
        assertThat(pending()).hasSize(1);
    }

    @Test
    void when_somebody_else_answers_or_its_time_is_up_the_question_goes_away_with_a_word() throws Exception {
        try (var screen = connect("--data", data.toString())) {
            screen.await("ready > ");
            screen.type("echo elsewhere\r");
            screen.await(QUESTION);
            answer(pending().getFirst(), true);
            screen.awaitAll("It was allowed.", "elsewhere");
            screen.await("ready > ");
            screen.type("/quit\r");
            assertThat(screen.exitCode()).isZero();
        }
        gateway.close();
        start(Duration.ofSeconds(3));
        try (var screen = connect("--data", data.toString())) {
            screen.await("ready > ");
            screen.type("echo never\r");
            screen.await(QUESTION);
            // Two threads show them: what became of the question, and the answer.
            screen.awaitAll("Nobody answered in time, so it was refused.", "nobody allowed it in time");
            screen.type("/quit\r");
            assertThat(screen.exitCode()).isZero();
        }
    }

    @Test
    void a_line_begun_before_the_question_is_no_answer_and_is_kept() throws Exception {
        var closed = new Gate();
        model.script((request, _) -> {
            if (request.messages().getLast() instanceof ModelMessage.User) {
                closed.pass();
                return new ModelReply(
                        "",
                        null,
                        List.of(new ToolCall("call_1", "exec", "{\"command\":\"touch made\"}")),
                        null,
                        ModelReply.Finish.TOOL_CALLS);
            }
            return ModelReply.text("over");
        });
        try (var screen = connect("--data", data.toString())) {
            screen.await("ready > ");
            screen.type("go\r");
            screen.await("waiting > ");
            screen.type("yes");
            screen.await("yes");
            closed.open();
            screen.await(QUESTION);
            screen.type("\r");
            screen.await(QUESTION);
            assertThat(pending()).hasSize(1);
            screen.type("n\r");
            screen.await("over");
            screen.await("ready > yes");
            screen.type(CTRL_C + CTRL_C);
            assertThat(screen.exitCode()).isZero();
        }
        assertThat(temp.resolve("made")).doesNotExist();
    }

    @Test
    void marks_that_reverse_the_reading_direction_are_shown_in_the_question_and_in_the_reply() throws Exception {
        try (var screen = connect("--data", data.toString())) {
            screen.await("ready > ");
            screen.type("printf 'a\u202eb'\r");
            screen.await("command: printf 'a<U+202E>b'");
            screen.await(QUESTION);
            screen.type("y\r");
            screen.await("\"stdout\":\"a<U+202E>b\"");
            screen.type("/quit\r");
            assertThat(screen.exitCode()).isZero();
        }
    }

    @Test
    void without_the_operators_token_it_names_the_command_that_answers() throws Exception {
        try (var screen = connect("--data", temp.resolve("elsewhere").toString())) {
            screen.await("ready > ");
            screen.type("echo done\r");
            screen.await(
                    "This waits until somebody allows it; switchboard approve --url %s --data %s shows it and takes the answer."
                            .formatted(gateway.http(""), temp.resolve("elsewhere")));
            answer(pending().getFirst(), true);
            screen.await("It was allowed.");
            screen.await("It gave: ");
            screen.type("/quit\r");
            assertThat(screen.exitCode()).isZero();
            assertThat(screen.shown()).doesNotContain("Allow it?");
        }
    }

    @Test
    void on_a_pipe_stderr_tells_that_it_waits_and_json_has_an_object_for_it() throws Exception {
        try (var plain = ConnectProcess.start(temp, Map.of(), words("plain")).lines("echo done")) {
            var id = pending().getFirst();
            answer(id, true);
            var outcome = plain.finish();
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(outcome.out()).startsWith("It gave: ").hasLineCount(1);
            assertThat(outcome.err().lines())
                    .contains(
                            "switchboard: waits until somebody allows it message_id=plain-000001 approval_id=%s; switchboard approve --url %s shows it and takes the answer"
                                    .formatted(id, gateway.http("")),
                            "switchboard: It was allowed. message_id=plain-000001 approval_id=" + id);
        }
        try (var json =
                ConnectProcess.start(temp, Map.of(), words("json", "--json")).lines("echo done")) {
            var id = pending().getFirst();
            answer(id, true);
            var lines = json.finish().out().lines().map(Json.mapper()::readTree).toList();
            assertThat(lines).hasSize(3);
            assertThat(lines.get(0).propertyNames())
                    .containsExactly("type", "message_id", "code", "text", "approval_id", "expires_at");
            assertThat(lines.get(0).get("type").stringValue()).isEqualTo("notice");
            assertThat(lines.get(0).get("code").stringValue()).isEqualTo("waiting_for_approval");
            assertThat(lines.get(0).get("approval_id").stringValue()).isEqualTo(id);
            assertThat(lines.get(1).get("code").stringValue()).isEqualTo("approval_resolved");
            assertThat(lines.get(2).propertyNames()).containsExactly("message_id", "run_id", "text", "finish_reason");
        }
    }

    private List<String> pending() {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !gateway.get("/api/approvals").get("approvals").isEmpty());
        return gateway.get("/api/approvals")
                .get("approvals")
                .valueStream()
                .map(approval -> approval.get("approval_id").stringValue())
                .toList();
    }

    private void answer(String id, boolean approved) {
        var answered = gateway.send(HttpRequest.newBuilder(gateway.http("/api/approvals/" + id))
                .header("Authorization", "Bearer " + TestGateway.TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"approved\":%s}".formatted(approved))));
        assertThat(answered.statusCode()).as(answered.body()).isEqualTo(200);
    }

    private String[] words(String peer, String... more) {
        var words = new ArrayList<>(List.of(
                "--url",
                gateway.channel("terminal-dev").toString(),
                "--peer-id",
                peer,
                "--state",
                temp.resolve("home").toString()));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    private PtyScreen connect(String... more) throws IOException {
        return connect(Map.of(), more);
    }

    private PtyScreen connect(Map<String, String> environment, String... more) throws IOException {
        var command = new ArrayList<>(ConnectProcess.command(words("desk", more)));
        command.addAll(1, List.of("-Dswitchboard.terminal=true", "-Dswitchboard.terminal.in=true"));
        return PtyScreen.start(temp, environment, command);
    }
}
