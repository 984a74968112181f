package dev.switchboard.app.approve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.switchboard.app.command.GatewayRunner;
import dev.switchboard.app.command.Program;
import dev.switchboard.app.command.Screen;
import dev.switchboard.app.config.ChannelConfig;
import dev.switchboard.app.config.ChannelSettings;
import dev.switchboard.app.config.Config;
import dev.switchboard.app.doctor.Finding;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.cli.approve.ApproveOptions;
import dev.switchboard.cli.approve.ApproveProcess;
import dev.switchboard.cli.approve.Question;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.ScriptedModel;
import dev.switchboard.tools.exec.ExecTool;
import dev.switchboard.tools.files.FileTools;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code switchboard approve} with a whole gateway and an agent that wants to act. */
class ApproveIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String EVENTS = "/api/sessions/terminal-dev%3Alocal%3Adevice-001/events";

    @TempDir
    Path temp;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final ScriptedModel model =
            new ScriptedModel((request, _) -> switch (request.messages().getLast()) {
                case ModelMessage.User(var text) -> wants(text);
                case ModelMessage.ToolResult result -> ModelReply.text("It gave: " + result.text());
                case ModelMessage.Assistant _ -> throw new AssertionError("the model spoke last");
            });
    private Path workspace;
    private TestGateway gateway;
    private Device device;

    @BeforeEach
    void start() throws Exception {
        workspace = Files.createDirectory(temp.resolve("workspace"));
        var data = Files.createDirectory(temp.resolve("data"));
        Files.writeString(data.resolve("operator.token"), TestGateway.TOKEN + "\n");
        gateway = start(data, Duration.ofMinutes(5));
        device = gateway.connect("device-001");
    }

    private TestGateway start(Path data, Duration patience) {
        return start(data, patience, TestGateway.config(30, null), Clock.systemUTC());
    }

    private TestGateway start(Path data, Duration patience, Config config, Clock clock) {
        var tools = new ArrayList<Tool>(FileTools.all());
        tools.add(new ExecTool(Map.of("PATH", System.getenv("PATH")), data.resolve("output")));
        var abilities = new Abilities(
                workspace, () -> tools, ApprovalMode.AGENT_DECIDES, List.of(), patience, RunLimits.DEFAULT, null, null);
        return TestGateway.start(
                data,
                config,
                Map.of("default", new ModelAgent("default", model, null, abilities)),
                new LocalBus(),
                clock);
    }

    /** The same data, another gateway; the device comes back. */
    private void restart(Duration patience, Config config, Clock clock) throws InterruptedException {
        device.close();
        gateway.close();
        gateway = start(temp.resolve("data"), patience, config, clock);
        device = gateway.connect("device-001");
    }

    @AfterEach
    void stop() {
        device.close();
        gateway.close();
    }

    @Test
    void nothing_that_waits_is_said_and_told_by_the_exit_code() {
        assertThat(approve()).isEqualTo(1);
        assertThat(err.toString()).isEqualTo("Nothing waits for an answer.%n".formatted());
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void what_waits_is_listed_and_the_listed_id_allows_it() throws Exception {
        var id = wait("exec", Json.mapper().createObjectNode().put("command", "echo made > made.txt"));

        assertThat(approve()).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        id + "  exec  4 min left",
                        "    command: echo made > made.txt",
                        "  folder   the workspace",
                        "  session  terminal-dev:local:device-001",
                        "  reason   It runs something on this machine.");
        assertThat(workspace.resolve("made.txt")).doesNotExist();
        out.getBuffer().setLength(0);

        assertThat(approve(id)).isZero();
        assertThat(out.toString()).isEqualTo("Allowed: exec %s%n".formatted(id));
        assertThat(reply()).contains("\"ok\":true");
        assertThat(workspace.resolve("made.txt")).hasContent("made");
    }

    @Test
    void what_is_refused_is_not_done_and_the_agent_is_told_why() throws Exception {
        var id = wait(
                "write", Json.mapper().createObjectNode().put("path", "a.txt").put("content", "x"));
        assertThat(approve("--deny", "--reason", "not this one", id)).isZero();
        assertThat(out.toString()).isEqualTo("Refused: write %s%n".formatted(id));
        assertThat(reply()).contains("the person refused it", "not this one");
        assertThat(workspace.resolve("a.txt")).doesNotExist();
    }

    @Test
    void who_comes_second_learns_what_the_first_one_said() throws Exception {
        wait("exec", Json.mapper().createObjectNode().put("command", "true"));
        var id = gateway.get("/api/approvals").at("/approvals/0/approval_id").stringValue();
        assertThat(approve(id)).isZero();
        assertThat(approve("--deny", id)).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(
                        "switchboard: %s came too late. This was already allowed by somebody. — switchboard approve lists what waits%n"
                                .formatted(id));
    }

    @Test
    void who_comes_after_the_time_learns_that() throws Exception {
        var data = Files.createDirectory(temp.resolve("hasty"));
        gateway.close();
        gateway = start(data, Duration.ofMillis(300));
        device.close();
        device = gateway.connect("device-001");
        say("exec", Json.mapper().createObjectNode().put("command", "true"));
        assertThat(reply()).contains("nobody allowed it in time");
        var id = gateway.get(EVENTS)
                .get("events")
                .valueStream()
                .map(line -> line.path("event").path("approvalId").asString(""))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(approve(id)).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(
                        "switchboard: %s came too late. Nobody answered in time, so it was refused. — ask the agent again if it should still be done%n"
                                .formatted(id));
    }

    @Test
    void an_id_that_is_unknown_or_too_short_allows_nothing() throws Exception {
        var id = wait("exec", Json.mapper().createObjectNode().put("command", "true"));
        assertThat(approve("zzzz")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("switchboard: there is no approval approval-zzzz — switchboard approve lists what waits%n"
                        .formatted());
        err.getBuffer().setLength(0);
        assertThat(approve(id.substring(0, 3))).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo("switchboard: \"%s\" is too short to be sure — write at least 4 characters of the id%n"
                        .formatted(id.substring(0, 3)));
        assertThat(gateway.get("/api/approvals").get("approvals").size()).isOne();
        assertThat(approve("approval-" + id.substring(0, 4))).isZero();
    }

    @Test
    void what_an_agent_writes_cannot_disguise_what_it_wants() throws Exception {
        wait(
                "exec",
                Json.mapper()
                        .createObjectNode()
                        .put("command", "echo hi\u001b[2K\u001b[1A\n  reason   harmless\u202e"));
        assertThat(approve()).isZero();
        assertThat(out.toString().lines())
                .contains("    command: echo hi<U+001B>[2K<U+001B>[1A\\n", "    |   reason   harmless<U+202E>")
                .containsOnlyOnce("  reason   It runs something on this machine.");
        assertThat(out.toString()).doesNotContain("\u001b", "\u202e");
    }

    @Test
    void json_is_what_the_gateway_says() throws Exception {
        wait("exec", Json.mapper().createObjectNode().put("command", "true"));
        assertThat(approve("--json")).isZero();
        var listed = Json.mapper().readTree(out.toString());
        assertThat(listed).isEqualTo(gateway.get("/api/approvals").at("/approvals/0"));
        out.getBuffer().setLength(0);
        var id = listed.get("approval_id").stringValue();
        assertThat(approve("--json", id)).isZero();
        assertThat(out.toString()).isEqualTo("{\"approval_id\":\"%s\",\"approved\":true}%n".formatted(id));
    }

    @Test
    void a_wrong_token_and_one_that_may_not_are_said_with_the_next_step() throws Exception {
        var file = Files.writeString(temp.resolve("token"), "swb_wrong");
        assertThat(run("approve", "--url", url(), "--token-file", file.toString()))
                .isEqualTo(3);
        assertThat(err.toString())
                .isEqualTo(
                        "switchboard: the gateway at %s does not know the token of %s — name the right folder with --data or a file that holds a token with --token-file%n"
                                .formatted(url(), file));
        err.getBuffer().setLength(0);
        Files.writeString(file, token(Scope.TASK_READ));
        assertThat(run("approve", "--url", url(), "--token-file", file.toString()))
                .isEqualTo(3);
        assertThat(err.toString())
                .isEqualTo("switchboard: the token of %s may not answer — use one that has the scope approval:respond%n"
                        .formatted(file));
        Files.writeString(file, token(Scope.APPROVAL_RESPOND));
        assertThat(run("approve", "--url", url() + "/", "--token-file", file.toString()))
                .isEqualTo(1);
    }

    @Test
    void another_server_is_no_gateway_and_gets_no_second_look() throws Exception {
        var other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            exchange.getResponseHeaders()
                    .add("Location", gateway.http("/api/approvals").toString());
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        other.start();
        try {
            var address = "http://127.0.0.1:" + other.getAddress().getPort();
            assertThat(run(
                            "approve",
                            "--url",
                            address,
                            "--data",
                            temp.resolve("data").toString()))
                    .isEqualTo(3);
            assertThat(err.toString())
                    .isEqualTo(
                            "switchboard: %s answered 302, which is no gateway's answer — check the address after --url%n"
                                    .formatted(address));
        } finally {
            other.stop(0);
        }
    }

    @Test
    void watching_asks_for_each_with_the_exact_command_and_a_y_typed_too_early_counts_for_nothing() throws Exception {
        var keys = new Keys();
        keys.type("y\n"); // before anything was asked
        var watch = watch(keys);
        wait("exec", Json.mapper().createObjectNode().put("command", "touch one"));
        awaitPrompts(1);
        assertThat(out.toString()).contains("    command: touch one", "Allow it? y or n, s to skip it, q to quit: ");
        assertThat(workspace.resolve("one")).doesNotExist();
        keys.type("what\n");
        awaitPrompts(2);
        keys.type("y\n");
        assertThat(reply()).contains("\"ok\":true");
        assertThat(workspace.resolve("one")).exists();

        wait("exec", Json.mapper().createObjectNode().put("command", "touch two"));
        awaitPrompts(3);
        keys.type("n\n");
        assertThat(reply()).contains("the person refused it");
        assertThat(workspace.resolve("two")).doesNotExist();

        wait("exec", Json.mapper().createObjectNode().put("command", "touch three"));
        awaitPrompts(4);
        keys.end();
        assertThat(watch.join(PATIENCE)).isTrue();
        assertThat(gateway.get("/api/approvals").get("approvals").size()).isOne();
    }

    @Test
    void on_a_terminal_it_asks_for_each_that_waits_and_what_is_skipped_goes_on_waiting() throws Exception {
        try (var second = gateway.connect("device-002");
                var third = gateway.connect("device-003")) {
            wait("exec", Json.mapper().createObjectNode().put("command", "touch one"));
            say(second, "exec", Json.mapper().createObjectNode().put("command", "touch two\u202e"));
            awaitPending(2);
            say(third, "exec", Json.mapper().createObjectNode().put("command", "touch three"));
            awaitPending(3);
            var keys = new Keys();
            keys.type("y\n"); // before anything was asked
            var asking = ask(keys);
            awaitPrompts(1);
            assertThat(out.toString()).contains("    command: touch one").doesNotContain("touch two");
            keys.type("y\n");
            awaitPrompts(2);
            assertThat(out.toString()).contains("Allowed.", "    command: touch two<U+202E>");
            keys.type("skip\n");
            awaitPrompts(3);
            keys.type("n\n");
            assertThat(asking.join(PATIENCE)).isTrue();
            assertThat(out.toString())
                    .contains("Refused.")
                    .endsWith("1 still waits. No answer means no.%n".formatted());
            assertThat(reply()).contains("\"ok\":true");
            assertThat(third.next("message").get("text").stringValue()).contains("the person refused it");
            assertThat(gateway.get("/api/approvals").get("approvals").size()).isOne();
        }
    }

    @Test
    void who_quits_or_goes_away_has_answered_nothing() throws Exception {
        wait("exec", Json.mapper().createObjectNode().put("command", "touch one"));
        for (var last : List.of("q\n", "y")) { // the second without its end
            var prompts = out.toString().split("Allow it\\?", -1).length;
            var keys = new Keys();
            var asking = ask(keys);
            awaitPrompts(prompts);
            keys.type(last);
            keys.end();
            assertThat(asking.join(PATIENCE)).isTrue();
        }
        assertThat(gateway.get("/api/approvals").get("approvals").size()).isOne();
        assertThat(workspace.resolve("one")).doesNotExist();
    }

    @Test
    void a_list_in_pages_is_followed_to_its_end() throws Exception {
        var asked = new ArrayList<String>();
        var other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/api/approvals", exchange -> {
            asked.add(String.valueOf(exchange.getRequestURI().getRawQuery()));
            var page = asked.size();
            var body =
                    "{\"approvals\":[{\"approval_id\":\"approval-%d000\",\"tool_call\":{\"name\":\"exec\",\"arguments\":{}}}]%s}"
                            .formatted(page, page < 3 ? ",\"next\":\"a b&%d\"".formatted(page) : "")
                            .getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        other.start();
        try {
            var address = "http://127.0.0.1:" + other.getAddress().getPort();
            assertThat(run(
                            "approve",
                            "--url",
                            address,
                            "--data",
                            temp.resolve("data").toString()))
                    .isZero();
            assertThat(out.toString()).contains("1000  exec", "2000  exec", "3000  exec");
            assertThat(asked).containsExactly("null", "after=a%20b%261", "after=a%20b%262");
        } finally {
            other.stop(0);
        }
    }

    @Test
    void a_question_outlives_a_restart_also_where_it_would_no_longer_be_asked() throws Exception {
        var id = wait("exec", Json.mapper().createObjectNode().put("command", "touch one"));
        var config = TestGateway.config(30, null);
        var channels = new HashMap<>(config.channels());
        channels.put(
                "terminal-dev",
                new ChannelConfig(
                        true,
                        ChannelConfig.Kind.TERMINAL,
                        ChannelConfig.Mode.WEBSOCKET,
                        "local",
                        null,
                        "default",
                        new ChannelSettings(30, 20_000, null, ApprovalMode.ALWAYS_EXECUTE)));
        restart(
                Duration.ofMinutes(5),
                new Config(config.server(), channels, config.agents(), config.mcp(), config.search()),
                Clock.systemUTC());

        assertThat(approve("--deny", id)).as(err.toString()).isZero();
        assertThat(reply()).contains("the person refused it");
        assertThat(workspace.resolve("one")).doesNotExist();
    }

    @Test
    void a_run_that_is_given_up_takes_its_question_along() throws Exception {
        var days = Duration.ofDays(3);
        restart(days, TestGateway.config(30, null), Clock.systemUTC());
        wait("exec", Json.mapper().createObjectNode().put("command", "touch one"));
        var tomorrow = Clock.offset(Clock.systemUTC(), Duration.ofHours(25));
        restart(days, TestGateway.config(30, null), tomorrow);

        await().atMost(PATIENCE).until(() -> events().contains("failed"));
        assertThat(events()).containsSubsequence("approval_required", "approval_resolved", "failed");
        assertThat(gateway.get("/api/approvals").get("approvals").size()).isZero();
        assertThat(workspace.resolve("one")).doesNotExist();
    }

    @Test
    void it_loads_nothing_of_a_server() throws Exception {
        wait("exec", Json.mapper().createObjectNode().put("command", "true"));
        var classes = temp.resolve("classes");
        var jars = Path.of("target/switchboard/lib").toAbsolutePath();
        assertThat(jars).as("the build has packed the program").isNotEmptyDirectory();
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xlog:class+load=info:file=" + classes,
                        "-cp",
                        jars + "/*",
                        "dev.switchboard.app.Main",
                        "approve",
                        "--url",
                        url(),
                        "--data",
                        temp.resolve("data").toString())
                .redirectError(temp.resolve("err").toFile())
                .start();
        var printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(printed).contains("    command: true");
        assertThat(Files.readString(classes))
                .contains("dev.switchboard.cli.approve.ApproveProcess")
                .doesNotContain(
                        "io.netty",
                        "org.sqlite",
                        "dev.switchboard.edge",
                        "dev.switchboard.store",
                        "dev.langchain4j",
                        "ch.qos.logback",
                        "org.jline",
                        "picocli.CommandLine ",
                        "jdk.internal.net.http");
    }

    /** What the agent is to do stands in the message. */
    private static ModelReply wants(String text) {
        JsonNode wanted = Json.mapper().readTree(text);
        var call = new ToolCall(
                "call_1",
                wanted.get("tool").stringValue(),
                wanted.get("arguments").toString());
        return new ModelReply("", null, List.of(call), null, ModelReply.Finish.TOOL_CALLS);
    }

    private int messages;

    private void say(String tool, ObjectNode arguments) {
        say(device, tool, arguments);
    }

    private void say(Device from, String tool, ObjectNode arguments) {
        var text = Json.mapper().createObjectNode().put("tool", tool).set("arguments", arguments);
        from.message("m-" + ++messages, text.toString());
    }

    private void awaitPending(int count) {
        await().atMost(PATIENCE)
                .until(() -> gateway.get("/api/approvals").get("approvals").size() == count);
    }

    /** Returns the short id when the question is there. */
    private String wait(String tool, ObjectNode arguments) {
        say(tool, arguments);
        await().atMost(PATIENCE)
                .until(() -> gateway.get("/api/approvals").get("approvals").size() == 1);
        return Question.of(gateway.get("/api/approvals").at("/approvals/0")).shortId(List.of());
    }

    private List<String> events() {
        return gateway.get(EVENTS)
                .get("events")
                .valueStream()
                .map(line -> line.get("event").get("type").stringValue())
                .toList();
    }

    private String reply() throws InterruptedException {
        return device.next("message").get("text").stringValue();
    }

    private String token(Scope scope) {
        var made = gateway.send(HttpRequest.newBuilder(gateway.http("/api/tokens"))
                .header("Authorization", "Bearer " + TestGateway.TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"name\":\"n\",\"scopes\":[\"%s\"]}".formatted(scope.wireName()))));
        return Json.mapper().readTree(made.body()).get("secret").stringValue();
    }

    private Thread watch(InputStream in) {
        return onTerminal(in, "--watch");
    }

    private Thread ask(InputStream in) {
        return onTerminal(in);
    }

    private Thread onTerminal(InputStream in, String... more) {
        var streams = new Streams(in, new PrintWriter(out, true), new PrintWriter(err, true), true, true, false);
        var words = new ArrayList<>(
                List.of("--url", url(), "--data", temp.resolve("data").toString()));
        words.addAll(List.of(more));
        var options = Objects.requireNonNull(ApproveOptions.plain(words));
        return Thread.ofVirtual().start(() -> {
            try {
                new ApproveProcess(Map.of(), Clock.systemUTC(), streams).run(options);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void awaitPrompts(int count) {
        await().atMost(PATIENCE).until(() -> out.toString().split("Allow it\\?", -1).length == count + 1);
    }

    private String url() {
        return "http://127.0.0.1:" + gateway.port();
    }

    private int approve(String... words) {
        var all = new ArrayList<>(List.of(
                "approve", "--url", url(), "--data", temp.resolve("data").toString()));
        all.addAll(List.of(words));
        return run(all.toArray(String[]::new));
    }

    private int run(String... words) {
        var screen = new Screen(new PrintWriter(out, true), new PrintWriter(err, true), false, false);
        GatewayRunner none = (_, _) -> {
            throw new AssertionError("nothing is served");
        };
        return new Program(none, _ -> new Finding.Fine("fine"), Clock.systemUTC(), Map.of(), screen).run(words);
    }

    /** A keyboard: what was typed can be read, and how much of it there is is known, as on a terminal. */
    private static final class Keys extends InputStream {
        private static final int END = -1;

        private final LinkedBlockingQueue<Integer> typed = new LinkedBlockingQueue<>();

        void type(String text) {
            text.chars().forEach(typed::add);
        }

        void end() {
            typed.add(END);
        }

        @Override
        public int available() {
            return typed.size();
        }

        @Override
        public int read() throws IOException {
            try {
                var next = typed.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                if (next == null) {
                    throw new IOException("nobody types");
                }
                return next;
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }
}
