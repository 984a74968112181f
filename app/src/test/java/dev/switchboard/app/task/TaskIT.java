package dev.switchboard.app.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.device.PtyScreen;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.json.Json;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.ScriptedModel;
import dev.switchboard.tools.exec.ExecTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code switchboard task} as a process of its own, with a whole gateway, on pipes and on a real terminal. */
class TaskIT {
    private static final int PATIENCE_SECONDS = 60;
    private static final String CTRL_C = "\u0003";

    @TempDir
    Path temp;

    private final ScriptedModel model =
            new ScriptedModel((request, _) -> switch (request.messages().getLast()) {
                case ModelMessage.User(var text) -> {
                    var call = Json.mapper().createObjectNode().put("command", "echo made > made.txt");
                    yield text.contains("make")
                            ? new ModelReply(
                                    "",
                                    null,
                                    List.of(new ToolCall("call_1", "exec", call.toString())),
                                    null,
                                    ModelReply.Finish.TOOL_CALLS)
                            : ModelReply.text("You said: " + text);
                }
                case ModelMessage.ToolResult result -> ModelReply.text("It gave: " + result.text());
                case ModelMessage.Assistant _ -> throw new AssertionError("the model spoke last");
            });
    /** Of the process that was started last. */
    private Path err;

    private Path data;
    private Path workspace;
    private TestGateway gateway;

    @BeforeEach
    void start() throws IOException {
        err = Files.createFile(temp.resolve("err"));
        workspace = Files.createDirectory(temp.resolve("workspace"));
        data = Files.createDirectory(temp.resolve("data"));
        Files.writeString(data.resolve("operator.token"), TestGateway.TOKEN + "\n");
        var abilities = new Abilities(
                workspace,
                () -> List.of(new ExecTool(Map.of("PATH", System.getenv("PATH")), data.resolve("output"))),
                ApprovalMode.AGENT_DECIDES,
                List.of(),
                Duration.ofMinutes(5),
                RunLimits.DEFAULT,
                null,
                null);
        gateway = TestGateway.start(
                data,
                TestGateway.config(30, null),
                Map.of("default", new ModelAgent("default", model, null, abilities)),
                new LocalBus(),
                Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void a_pipe_gets_the_result_and_the_same_key_never_runs_it_twice() throws Exception {
        for (int i = 0; i < 2; i++) {
            var process = start("say hello", "--key", "k-1");
            assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
                    .as(said())
                    .contains("You said: ")
                    .contains("say hello");
            assertThat(end(process)).isZero();
        }
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void a_task_that_fails_is_told_by_the_exit_code() throws Exception {
        model.script((_, _) -> {
            throw new SwitchboardException(ErrorCode.MODEL_REFUSED, "the model does not want to");
        });
        var process = start("say hello");
        assertThat(process.getInputStream().readAllBytes()).isEmpty();
        assertThat(end(process)).isEqualTo(1);
        assertThat(said()).contains("switchboard: ");
    }

    @Test
    void ctrl_c_stops_the_task() throws Exception {
        var gate = new Gate();
        model.script((_, _) -> {
            gate.pass();
            return ModelReply.text("too late");
        });
        var process = start("say hello");
        gate.awaitSomebody();
        await().atMost(Duration.ofSeconds(PATIENCE_SECONDS)).until(() -> said().contains("Task run-"));
        interrupt(process);
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).doesNotContain("too late");
        assertThat(end(process)).as(said()).isEqualTo(130);
        assertThat(said()).contains("Stopping; Ctrl-C again leaves at once.", "Stopped.");
    }

    @Test
    void ctrl_c_twice_leaves_a_gateway_that_does_not_answer() throws Exception {
        try (var board = new ScriptedBoard()) {
            var process = start("say hello", "--url", board.url());
            var line = board.accept();
            line.start("run-1");
            await().atMost(Duration.ofSeconds(PATIENCE_SECONDS)).until(() -> said().contains("Task run-1"));
            interrupt(process);
            line.hear(FromBoard.Stop.class);
            await().atMost(Duration.ofSeconds(PATIENCE_SECONDS)).until(() -> said().contains("Stopping"));
            interrupt(process);
            assertThat(end(process)).isEqualTo(130);
            assertThat(said()).doesNotContain("Stopped.", "did not say");
        }
    }

    @Test
    void who_only_watches_leaves_without_stopping_it() throws Exception {
        var gate = new Gate();
        model.script((_, _) -> {
            gate.pass();
            return ModelReply.text("at last");
        });
        var first = start("say hello");
        await().atMost(Duration.ofSeconds(PATIENCE_SECONDS)).until(() -> said().contains("Task run-"));
        var id = said().lines().findFirst().orElseThrow().substring("Task ".length());
        var watcher = start("--attach", id);
        await().atMost(Duration.ofSeconds(PATIENCE_SECONDS)).until(() -> said().contains("Task " + id));
        interrupt(watcher);
        assertThat(end(watcher)).isEqualTo(130);
        assertThat(said()).contains("The task goes on. Watch it again with: switchboard task --attach " + id);
        gate.open();
        assertThat(new String(first.getInputStream().readAllBytes(), UTF_8)).isEqualTo("at last\n");
        assertThat(end(first)).isZero();
    }

    @Test
    void on_a_terminal_a_person_allows_what_it_wants_to_do() throws Exception {
        try (var screen = onTerminal("make a file", "--stream")) {
            screen.await("    command: echo made > made.txt");
            screen.await("Allow it? y or n (n): ");
            assertThat(workspace.resolve("made.txt")).doesNotExist();
            screen.type("y\r");
            screen.await("Allowed.");
            screen.await("It gave: ");
            assertThat(screen.exitCode()).isZero();
        }
        assertThat(workspace.resolve("made.txt")).hasContent("made");
    }

    @Test
    void on_a_terminal_what_it_says_is_shown_once_as_it_comes_and_ctrl_c_stops_it() throws Exception {
        var gate = new Gate();
        model.script((_, listener) -> {
            listener.text("The page");
            gate.pass();
            return ModelReply.text("The page is there.");
        });
        try (var screen = onTerminal("say hello", "--stream")) {
            screen.await("The page");
            screen.type(CTRL_C);
            screen.await("Stopping; Ctrl-C again leaves at once.");
            screen.await("Stopped.");
            assertThat(screen.exitCode()).isEqualTo(130);
            assertThat(screen.shown()).containsOnlyOnce("The page");
        }
    }

    private Process start(String... words) throws IOException {
        err = Files.createTempFile(temp, "err", null);
        var builder = new ProcessBuilder(command(List.of(), words)).redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().put("HOME", temp.toString());
        return builder.start();
    }

    private PtyScreen onTerminal(String... words) throws IOException {
        var flags = List.of(
                "-Dswitchboard.terminal=true", "-Dswitchboard.terminal.in=true", "-Dswitchboard.terminal.err=true");
        return PtyScreen.start(temp, Map.of(), command(flags, words));
    }

    /** What the launcher would become. */
    private List<String> command(List<String> flags, String... words) {
        var jars = Path.of("target/switchboard/lib").toAbsolutePath();
        assertThat(jars).as("the build has packed the program").isNotEmptyDirectory();
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(flags);
        command.addAll(List.of("-cp", jars + "/*", "dev.switchboard.app.Main", "task"));
        command.addAll(List.of("--url", "http://127.0.0.1:" + gateway.port(), "--data", data.toString()));
        command.addAll(List.of(words));
        return command;
    }

    private static void interrupt(Process process) throws Exception {
        var kill = new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    private String said() throws IOException {
        return Files.readString(err);
    }

    private static int end(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
