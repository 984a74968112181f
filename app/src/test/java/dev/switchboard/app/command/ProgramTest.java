package dev.switchboard.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.config.Config;
import dev.switchboard.app.data.DataFolder;
import dev.switchboard.app.doctor.Finding;
import dev.switchboard.app.doctor.ModelProbe;
import dev.switchboard.cli.remote.Holder;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    @TempDir
    Path temp;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, String> environment = new HashMap<>();
    private final List<Config> served = new ArrayList<>();
    private GatewayRunner gateway = (config, _) -> {
        served.add(config);
        return 0;
    };
    private ModelProbe probe = _ -> new Finding.Fine("answered");
    private Clock clock = Clock.fixed(Instant.parse("2026-11-15T12:00:00Z"), ZoneOffset.UTC);
    private boolean colour;

    @Test
    void the_version_is_that_of_the_build() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString().strip()).matches("switchboard \\d+\\.\\d+\\.\\d+");
    }

    @Test
    void help_lists_the_commands_there_are_and_no_others() {
        assertThat(run("--help")).isZero();
        assertThat(commandsIn(out.toString()))
                .containsExactly(
                        "serve",
                        "connect",
                        "approve",
                        "task",
                        "watch",
                        "sessions",
                        "token",
                        "pair",
                        "config",
                        "doctor",
                        "device-test",
                        "channel-test",
                        "completion");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void the_help_of_every_command_ends_with_an_example_of_it() {
        assertThat(endsWithAnExample(List.of())).isGreaterThan(10);
    }

    /** How many commands there are from this one down. */
    private int endsWithAnExample(List<String> command) {
        out.getBuffer().setLength(0);
        run(Stream.concat(command.stream(), Stream.of("--help")).toArray(String[]::new));
        var help = out.toString();
        var name = String.join(
                " ", Stream.concat(Stream.of("switchboard"), command.stream()).toList());
        assertThat(help.strip().lines().toList())
                .as("help of " + name)
                .contains("For example:")
                .last()
                .asString()
                .matches("  (.* \\| |source <\\()?" + name + "( .*|\\))?");
        return 1
                + commandsIn(help).stream()
                        .mapToInt(next -> endsWithAnExample(
                                Stream.concat(command.stream(), Stream.of(next)).toList()))
                        .sum();
    }

    private static List<String> commandsIn(String help) {
        return help.lines()
                .dropWhile(line -> !line.equals("Commands:"))
                .takeWhile(line -> !line.equals("For example:"))
                .filter(line -> line.matches("  [a-z-]+ .*") && !line.startsWith("  -"))
                .map(line -> line.strip().split(" ", 2)[0])
                .toList();
    }

    @Test
    void without_a_command_it_serves() {
        assertThat(run("--data", data(), "--port", "0")).isZero();
        assertThat(served)
                .singleElement()
                .satisfies(config -> assertThat(config.server().port()).isZero());
    }

    @Test
    void serve_holds_the_data_folder_while_the_gateway_runs() throws IOException {
        var holders = new ArrayList<Holder>();
        gateway = (_, options) -> {
            holders.add(DataFolder.holder(options.data().path()));
            assertThat(options.data().operatorToken().value()).startsWith("swb_");
            return 7;
        };

        assertThat(run("serve", "--data", data())).isEqualTo(7);
        assertThat(holders).containsExactly(new Holder(ProcessHandle.current().pid(), null));
        assertThat(DataFolder.holder(Path.of(data()))).isNull();
    }

    @Test
    void a_second_gateway_on_the_same_folder_says_who_has_it() throws IOException {
        try (var held = DataFolder.open(Path.of(data()))) {
            held.announce(URI.create("http://127.0.0.1:18080"));
            assertThat(run("serve", "--data", data())).isEqualTo(1);
        }
        assertThat(err.toString())
                .isEqualTo(
                        "switchboard: already running, pid %1$d, at http://127.0.0.1:18080, with its data in %2$s — talk to it with switchboard connect, stop it with kill %1$d, or start another beside it with --data and --port%n"
                                .formatted(
                                        ProcessHandle.current().pid(),
                                        Path.of(data()).toRealPath()));
        assertThat(served).isEmpty();
    }

    @Test
    void a_gateway_that_answers_elsewhere_is_named_as_it_can_be_reached() {
        try (var held = DataFolder.open(Path.of(data()))) {
            held.announce(URI.create("https://127.0.0.1:28080"));
            assertThat(run("serve", "--data", data())).isEqualTo(1);
        }
        assertThat(err.toString())
                .contains("talk to it with switchboard connect --url"
                        + " wss://127.0.0.1:28080/api/channels/terminal-dev/ws,");
    }

    @Test
    void a_failure_is_one_line_and_never_a_stack_trace() {
        gateway = (_, _) -> {
            throw new SwitchboardException(
                    ErrorCode.STORE_UNAVAILABLE, "the database cannot be opened — free some space");
        };
        assertThat(run("serve", "--data", data())).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("switchboard: the database cannot be opened — free some space%n".formatted());
    }

    @Test
    void an_unforeseen_failure_says_how_to_see_more() {
        gateway = (_, _) -> {
            throw new StackOverflowError();
        };
        assertThat(run("serve", "--data", data())).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(
                        "switchboard: java.lang.StackOverflowError — run it again with SWITCHBOARD_DEBUG=1 and report"
                                + " what it shows%n".formatted());
    }

    @Test
    void with_debug_the_stack_trace_is_shown_too() {
        environment.put("SWITCHBOARD_DEBUG", "1");
        gateway = (_, _) -> {
            throw new IllegalStateException("odd");
        };
        assertThat(run("serve", "--data", data())).isEqualTo(1);
        assertThat(err.toString()).contains("\tat " + ProgramTest.class.getName());
    }

    @Test
    void what_was_typed_wrongly_is_answered_with_the_nearest_word() {
        assertComplaint("unknown command \"srve\" — did you mean \"serve\"?", "srve");
        assertComplaint(
                "unknown command \"tunnel\" — known: serve, connect, approve, task, watch, sessions, token, pair,"
                        + " config, doctor, device-test, channel-test, completion",
                "tunnel");
        assertComplaint("unknown option \"--prot\" — did you mean \"--port\"?", "--prot", "1");
        assertComplaint("\"doctor\" must come first — switchboard doctor …", "--data", data(), "doctor");
        assertComplaint("unexpected \"x\" — switchboard config --help shows what it takes", "config", "x");
        assertComplaint(
                "invalid value for option '--port': 'x' is not an int — switchboard serve --help shows what it takes",
                "--port",
                "x");
        assertComplaint(
                "missing required parameter for option '--data' (DIR) — switchboard config --help shows what it takes",
                "config",
                "--data");
        assertComplaint(
                "/none.json: there is no such file — check the path after --config", "serve", "--config", "/none.json");
    }

    @Test
    void config_prints_what_is_in_force_with_secrets_masked() throws IOException {
        environment.put("SWITCHBOARD_DATA", temp.toString());
        environment.put("KEY", "hunter2");
        Files.writeString(temp.resolve("config.json"), "{ \"agents\": { \"default\": { \"apiKey\": \"${KEY}\" } } }");

        assertThat(run("config", "--port", "9000")).isZero();
        assertThat(out.toString())
                .contains("\"port\" : 9000", "\"apiKey\" : \"********\"")
                .doesNotContain("hunter2");
    }

    @Test
    void the_doctor_finds_a_sound_machine_sound() {
        assertThat(run("doctor", "--data", data(), "--port", "0")).isZero();
        assertThat(out.toString().lines())
                .hasSize(7)
                .allMatch(line -> line.startsWith("✓ "))
                .contains("✓ data folder      " + data() + ", made at the first start")
                .contains("✓ configuration    no file, the defaults are in force")
                .contains("✓ model of default answered");
        assertThat(Path.of(data())).as("the doctor only looks").doesNotExist();
    }

    @Test
    void the_doctor_names_a_fix_for_everything_that_is_wrong() throws IOException {
        Path folder = Files.createDirectory(Path.of(data()));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        clock = Clock.fixed(Instant.parse("1970-01-01T00:00:10Z"), ZoneOffset.UTC);
        probe = _ -> {
            throw new IOException("no route");
        };
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(other.getLocalPort());
            assertThat(run("doctor", "--data", data(), "--port", port)).isEqualTo(1);
            assertThat(out.toString().lines().filter(line -> line.startsWith("✗")))
                    .containsExactly(
                            "✗ clock            says 1970-01-01T00:00:10Z — set it, for example with: timedatectl"
                                    + " set-ntp true",
                            "✗ data folder      %s can be read by others — run: chmod 700 %s".formatted(folder, folder),
                            "✗ port             cannot listen on 127.0.0.1:%s (Address already in use) — stop what does (ss"
                                            .formatted(port)
                                    + " -ltnp shows it) or choose another with --port",
                            "✗ model of default could not be looked at (java.io.IOException: no route) — run it again,"
                                    + " or report this line");
        }
    }

    @Test
    void the_doctor_is_content_with_a_port_that_the_running_gateway_has() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var _ = DataFolder.open(Path.of(data()))) {
            String port = Integer.toString(other.getLocalPort());
            assertThat(run("doctor", "--data", data(), "--port", port)).isZero();
            assertThat(out.toString()).contains("is in use and a gateway is running here, pid ");
        }
    }

    @Test
    void the_doctor_says_all_that_is_wrong_with_the_configuration() throws IOException {
        Path file = Files.writeString(temp.resolve("c.json"), "{ \"sever\": 1 }");

        assertThat(run("doctor", "--data", data(), "--config", file.toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains("✗ configuration    " + file + ": sever: unknown key — did you mean \"server\"?")
                .contains("- port             not looked at: needs a valid configuration")
                .contains("- model            not looked at: needs a valid configuration");
    }

    @Test
    void the_doctor_uses_colour_on_a_terminal() {
        colour = true;
        run("doctor", "--data", data(), "--port", "0");
        assertThat(out.toString()).startsWith("\u001b[32m✓ \u001b[0mJDK");
    }

    @Test
    void the_completion_script_is_one_that_bash_understands() throws Exception {
        assertThat(run("completion")).isZero();

        Path script = Files.writeString(temp.resolve("completion"), out.toString());
        String offered = bash("source " + script + "; COMP_WORDS=(switchboard de); COMP_CWORD=1;"
                + " _complete_switchboard; echo \"${COMPREPLY[@]}\"");
        assertThat(offered.strip()).isEqualTo("device-test");
        String below = bash("source " + script + "; COMP_WORDS=(switchboard token ro); COMP_CWORD=2;"
                + " _complete_switchboard; echo \"${COMPREPLY[@]}\"");
        assertThat(below.strip()).isEqualTo("rotate");
    }

    @Test
    void the_tests_of_others_say_what_they_take() {
        assertThat(run("device-test", "--help")).isZero();
        assertThat(run("channel-test", "--help")).isZero();
        assertThat(out.toString()).contains("--heartbeat", "--peer-id", "--json");
        out.getBuffer().setLength(0);
        assertComplaint(
                "missing required option: '--url=URL' — switchboard channel-test --help shows what it takes",
                "channel-test");
        assertComplaint(
                "the URL must begin with ws:// or wss://, was http://x — switchboard channel-test --help shows what it"
                        + " takes",
                "channel-test",
                "--url",
                "http://x");
        assertComplaint(
                "invalid value for option '--timeout': 'soon' is not a time like 90s, 2m or 500ms — switchboard"
                        + " device-test --help shows what it takes",
                "device-test",
                "--timeout",
                "soon");
    }

    @Test
    void a_device_that_never_comes_is_a_failure_in_words_and_in_json() {
        assertThat(run("device-test", "--timeout", "50ms")).isEqualTo(1);
        assertThat(out.toString())
                .contains("Point your device here", "FAIL      opens the configured WebSocket URL")
                .endsWith("The device does not conform yet: 1 of 18 rows failed." + System.lineSeparator());
        out.getBuffer().setLength(0);

        assertThat(run("device-test", "--timeout", "50ms", "--json")).isEqualTo(1);
        var report = Json.mapper().readTree(out.toString());
        assertThat(report.get("passed").booleanValue()).isFalse();
        assertThat(report.get("rows").get(0).get("verdict").stringValue()).isEqualTo("fail");
        assertThat(err.toString()).contains("Point your device here");
    }

    private static String bash(String line) throws Exception {
        Process bash = new ProcessBuilder("bash", "--norc", "-c", line)
                .redirectErrorStream(true)
                .start();
        return new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private void assertComplaint(String sentence, String... arguments) {
        err.getBuffer().setLength(0);
        assertThat(run(arguments)).as(sentence).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("switchboard: " + sentence + System.lineSeparator());
        assertThat(out.toString()).isEmpty();
    }

    private String data() {
        return temp.resolve("data").toString();
    }

    private int run(String... arguments) {
        var screen = new Screen(new PrintWriter(out, true), new PrintWriter(err, true), false, colour);
        return new Program(gateway, probe, clock, environment, screen).run(arguments);
    }
}
