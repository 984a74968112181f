package dev.switchboard.app.approve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.switchboard.app.config.ChannelConfig;
import dev.switchboard.app.config.ChannelSettings;
import dev.switchboard.app.config.Config;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.json.Json;
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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@code switchboard approve} lists what agents want to do, and answers it. */
class ApproveIT extends ApproveStory {
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

    private String token(Scope scope) {
        var made = gateway.send(HttpRequest.newBuilder(gateway.http("/api/tokens"))
                .header("Authorization", "Bearer " + TestGateway.TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"name\":\"n\",\"scopes\":[\"%s\"]}".formatted(scope.wireName()))));
        return Json.mapper().readTree(made.body()).get("secret").stringValue();
    }

    private List<String> events() {
        return gateway.get(EVENTS)
                .get("events")
                .valueStream()
                .map(line -> line.get("event").get("type").stringValue())
                .toList();
    }
}
