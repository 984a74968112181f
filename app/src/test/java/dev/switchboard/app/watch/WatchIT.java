package dev.switchboard.app.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.device.PtyScreen;
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
import dev.switchboard.protocol.hud.HudFrames;
import dev.switchboard.protocol.hud.HudFrames.FromGateway;
import dev.switchboard.testkit.CuttingProxy;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.ScriptedModel;
import dev.switchboard.tools.exec.ExecTool;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
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

/** {@code switchboard watch} with a whole gateway: on a pipe, with {@code --json}, and on a real terminal. */
class WatchIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SESSION = "terminal-dev:local:device-001";
    private static final String CTRL_C = "\u0003";
    private static final String DOWN = "\u001b[B";

    @TempDir
    Path temp;

    /** It runs what it is told to, or answers. */
    private final ScriptedModel model = new ScriptedModel((request, _) -> switch (request.messages()
            .getLast()) {
        case ModelMessage.User(var text) -> {
            int command = text.indexOf("run ");
            var call = Json.mapper().createObjectNode();
            yield command < 0
                    ? ModelReply.text("You said: " + text)
                    : new ModelReply(
                            "",
                            null,
                            List.of(new ToolCall(
                                    "call_1",
                                    "exec",
                                    call.put(
                                                    "command",
                                                    text.substring(command + 4).strip())
                                            .toString())),
                            null,
                            ModelReply.Finish.TOOL_CALLS);
        }
        case ModelMessage.ToolResult result -> ModelReply.text("It gave: " + result.text());
        case ModelMessage.Assistant _ -> throw new AssertionError("the model spoke last");
    });

    private Path data;
    private Path workspace;
    private TestGateway gateway;
    private Device device;
    private int messages;

    @BeforeEach
    void start() throws Exception {
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
        device = gateway.connect("device-001");
        say("hello");
        device.next("message");
    }

    @AfterEach
    void stop() {
        device.close();
        gateway.close();
    }

    @Test
    void a_pipe_gets_a_line_for_what_begins_and_ends_and_the_exact_call_of_what_waits() throws Exception {
        try (var watch = watch(SESSION)) {
            watch.awaitOut("received  message received: hello");
            say("run touch made\u202e");
            watch.awaitOut("  answer   switchboard approve ");
            assertThat(watch.out())
                    .contains("  waits       approval  exec  touch made<U+202E>")
                    .contains("    command: touch made<U+202E>")
                    .contains("  session  " + SESSION);
            answer(true);
            watch.awaitOut("  allowed     approval  exec  touch made<U+202E>");
            watch.awaitOut("  ok          exec  touch made<U+202E>");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(watch.out().lines())
                    .filteredOn(line -> line.contains("  ok        turn  "))
                    .hasSize(2));
            assertThat(watch.out()).doesNotContain("\u202e", "\u001b", "reconnected");
            assertThat(watch.err()).isEmpty();
        }
    }

    @Test
    void with_json_it_gets_the_frames_as_they_come() throws Exception {
        try (var watch = watch(SESSION, "--json")) {
            watch.awaitOut("\"type\":\"history\"");
            say("again");
            await().atMost(PATIENCE).until(() -> watch.out()
                    .lines()
                    .anyMatch(line ->
                            line.contains("\"role\":\"assistant\"") && line.startsWith("{\"type\":\"message\"")));
            assertThat(watch.out().lines())
                    .allSatisfy(line ->
                            assertThat(HudFrames.readAnswer(line)).as(line).isNotInstanceOf(FromGateway.Unknown.class));
            assertThat(watch.out()
                            .lines()
                            .map(line ->
                                    Json.mapper().readTree(line).get("type").stringValue()))
                    .startsWith("connected", "hud")
                    .contains("history", "message");
        }
    }

    @Test
    void after_a_cut_it_comes_back_says_so_and_shows_nothing_twice() throws Exception {
        try (var proxy = CuttingProxy.to(gateway.gateway().address());
                var watch = new ShellWatch(
                        SESSION, "--url", "http://127.0.0.1:" + proxy.address().getPort(), "--data", data.toString())) {
            watch.awaitOut("message received: hello");
            for (int i = 0; i < 2; i++) {
                proxy.cutAll();
                watch.awaitErr("Not connected (");
                say("while it was away " + i);
                watch.awaitOut("message received: while it was away " + i);
            }
            watch.awaitErr("Connected again.");
            assertThat(watch.out().lines().filter(line -> line.contains("message received: ")))
                    .hasSize(3);
        }
    }

    @Test
    void what_is_not_there_and_who_may_not_are_told_with_the_next_step() throws Exception {
        try (var watch = watch("nobody")) {
            assertThat(watch.exitCode()).isEqualTo(1);
            assertThat(watch.err())
                    .isEqualTo("there is no session nobody — switchboard sessions shows those there are");
        }
        var wrong = Files.writeString(temp.resolve("wrong"), "swb_wrong");
        for (var words : List.of(List.of(SESSION), List.<String>of())) {
            var all = new ArrayList<>(words);
            all.addAll(List.of("--url", url(), "--token-file", wrong.toString()));
            try (var watch = new ShellWatch(all.toArray(String[]::new))) {
                assertThat(watch.exitCode()).as(watch.err()).isEqualTo(3);
                assertThat(watch.err())
                        .startsWith("the gateway at %s does not know the token of %s — ".formatted(url(), wrong));
            }
        }
    }

    @Test
    void a_token_that_ends_ends_it_with_words() throws Exception {
        var made = Json.mapper()
                .readTree(gateway.send(asOperator("/api/tokens")
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        "{\"name\":\"w\",\"scopes\":[\"task:read\"]}")))
                        .body());
        var file = Files.writeString(temp.resolve("token"), made.get("secret").stringValue());
        try (var watch = new ShellWatch(SESSION, "--url", url(), "--token-file", file.toString())) {
            watch.awaitOut("message received: hello");
            var ended = gateway.send(asOperator(
                            "/api/tokens/" + made.get("token").get("token_id").stringValue())
                    .DELETE());
            assertThat(ended.statusCode()).isBetween(200, 204);
            assertThat(watch.exitCode()).isEqualTo(3);
            assertThat(watch.err()).contains("does not know the token of " + file);
        }
    }

    @Test
    void a_session_that_is_deleted_ends_it_with_words() throws Exception {
        try (var watch = watch(SESSION)) {
            watch.awaitOut("message received: hello");
            var deleted = gateway.send(
                    asOperator("/api/sessions/" + SESSION.replace(":", "%3A")).DELETE());
            assertThat(deleted.statusCode()).isEqualTo(204);
            assertThat(watch.exitCode()).isEqualTo(1);
            assertThat(watch.err())
                    .isEqualTo(
                            "session %s was deleted — switchboard sessions shows those there are".formatted(SESSION));
        }
    }

    @Test
    void the_lobby_on_a_pipe_tells_what_needs_somebody_and_what_runs() throws Exception {
        try (var watch = watch();
                var frames = watch("--json")) {
            frames.awaitOut("\"type\":\"sessions\"");
            say("run touch made");
            watch.awaitOut("    command: touch made");
            watch.awaitOut("waits     " + SESSION);
            answer(false);
            watch.awaitOut("refused   approval-");
            watch.awaitOut("idle      " + SESSION);
            frames.awaitOut("\"type\":\"approval_resolved\"");
            assertThat(watch.err()).isEmpty();
        }
    }

    @Test
    void a_pipe_that_is_closed_ends_it_and_so_does_ctrl_c() throws Exception {
        var process = process(SESSION);
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        assertThat(out.readLine()).contains("message received: hello");
        out.close();
        // Until a line meets the closed end.
        await().atMost(PATIENCE).until(() -> {
            say("anybody there");
            return !process.isAlive();
        });
        assertThat(process.exitValue()).isZero();

        var second = process(SESSION);
        assertThat(new BufferedReader(new InputStreamReader(second.getInputStream(), UTF_8)).readLine())
                .contains("message received: hello");
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(second.pid()))
                        .start()
                        .waitFor())
                .isZero();
        assertThat(second.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isEqualTo(130);
    }

    @Test
    void on_a_terminal_it_is_a_tree_and_a_person_answers_what_waits() throws Exception {
        try (var screen = onTerminal("xterm-256color", SESSION)) {
            screen.await("● message received: hello");
            screen.await("● turn  ");
            screen.await(SESSION + " · ");
            say("run touch made");
            screen.await("    command: touch made");
            screen.await("● approval  exec  touch made");
            screen.await("waits for you");
            screen.await("Allow it? y or n (q leaves): ");
            assertThat(workspace.resolve("made")).doesNotExist();
            screen.type("y");
            screen.await("Allowed.");
            screen.await("● exec  touch made");
            screen.await(" · idle · q leaves");
            assertThat(workspace.resolve("made")).exists();
            screen.type("q");
            assertThat(screen.exitCode()).isZero();
        }
    }

    @Test
    void the_lobby_on_a_terminal_answers_and_opens_one() throws Exception {
        say("run touch made");
        try (var screen = onTerminal("xterm-256color")) {
            screen.await("1 needs you, 1 runs.");
            screen.await("> needs you  ");
            screen.type("\r");
            screen.await("    command: touch made");
            screen.await("Allow it? y or n, any other key goes back: ");
            screen.type("y");
            screen.await("Allowed.");
            screen.await("Nothing needs you, nothing runs.");
            assertThat(workspace.resolve("made")).exists();
            screen.type(DOWN + "\r");
            screen.await("● message received: ");
            screen.await("q goes back");
            screen.type("q");
            screen.await("Nothing needs you");
            screen.type(CTRL_C);
            assertThat(screen.exitCode()).isEqualTo(130);
        }
    }

    @Test
    void a_terminal_that_can_do_nothing_gets_plain_lines() throws Exception {
        try (var screen = onTerminal("dumb", SESSION)) {
            screen.await("  received  message received: hello");
            screen.await("  ok        turn  ");
            screen.type(CTRL_C);
            assertThat(screen.exitCode()).isEqualTo(130);
            assertThat(screen.shown()).doesNotContain("\u001b[");
        }
    }

    private void say(String text) {
        device.message("m-" + ++messages, text);
    }

    private void answer(boolean approved) {
        var approvals = gateway.get("/api/approvals").get("approvals");
        var path = "/api/approvals/" + approvals.get(0).get("approval_id").stringValue();
        var reply = gateway.send(asOperator(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"approved\":%s}".formatted(approved))));
        assertThat(reply.statusCode()).isEqualTo(200);
    }

    private HttpRequest.Builder asOperator(String path) {
        return HttpRequest.newBuilder(gateway.http(path)).header("Authorization", "Bearer " + TestGateway.TOKEN);
    }

    private String url() {
        return "http://127.0.0.1:" + gateway.port();
    }

    private ShellWatch watch(String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--url", url(), "--data", data.toString()));
        return new ShellWatch(all.toArray(String[]::new));
    }

    private Process process(String... words) throws IOException {
        var builder = new ProcessBuilder(command(List.of(), words))
                .redirectError(Files.createTempFile(temp, "err", null).toFile());
        builder.environment().clear();
        builder.environment().put("HOME", temp.toString());
        return builder.start();
    }

    private PtyScreen onTerminal(String kind, String... words) throws IOException {
        var flags = List.of(
                "-Dswitchboard.terminal=true", "-Dswitchboard.terminal.in=true", "-Dswitchboard.colour.out=true");
        return PtyScreen.start(temp, Map.of("TERM", kind), command(flags, words));
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
        command.addAll(List.of("-cp", jars + "/*", "dev.switchboard.app.Main", "watch"));
        command.addAll(List.of("--url", url(), "--data", data.toString()));
        command.addAll(List.of(words));
        return command;
    }
}
