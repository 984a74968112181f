package dev.switchboard.app.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.config.ServerConfig;
import dev.switchboard.app.device.ConnectProcess.Outcome;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.FreePort;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.Said;
import dev.switchboard.testkit.ScriptedModel;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code switchboard connect} as a filter, against a real gateway. */
class ConnectPipeIT {
    @TempDir
    Path temp;

    @TempDir
    Path data;

    private final ScriptedModel model = ScriptedModel.echo();
    private Path home;

    @BeforeEach
    void makeHome() throws IOException {
        home = Files.createDirectory(temp.resolve("home"));
    }

    @Test
    void three_lines_are_three_replies_in_order() throws Exception {
        try (var gateway = TestGateway.start(data, model)) {
            var outcome = say(to(gateway.channel("terminal-dev")), "one", "", "  ", "two \"quoted\" ünï", "three\r");

            assertThat(outcome.out()).isEqualTo("echo: one\necho: two \"quoted\" ünï\necho: three\n");
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(outcome.err().lines())
                    .as("nothing but what the device has to tell, no log")
                    .allMatch(line -> line.startsWith("switchboard: "))
                    .contains("switchboard: connected session_id=terminal-dev:local:desk")
                    .anyMatch(line -> line.matches("switchboard: answered message_id=desk-000001 run_id=\\S+"));
        }
    }

    @Test
    void with_json_a_reply_is_an_object_on_a_line() throws Exception {
        model.script((request, _) -> ModelReply.text(Said.last(request) + "\nand more"));
        try (var gateway = TestGateway.start(data, model)) {
            var outcome = say(with(to(gateway.channel("terminal-dev")), "--json"), "one");

            var reply = Json.mapper().readTree(outcome.out());
            assertThat(outcome.out().lines()).hasSize(1);
            assertThat(reply.propertyNames()).containsExactly("message_id", "run_id", "text", "finish_reason");
            assertThat(reply.get("message_id").stringValue()).isEqualTo("desk-000001");
            assertThat(reply.get("text").stringValue()).isEqualTo("one\nand more");
            assertThat(reply.get("finish_reason").stringValue()).isEqualTo("stop");
        }
    }

    @Test
    void a_turn_that_fails_is_told_on_stderr_and_by_the_exit_code() throws Exception {
        try (var gateway = TestGateway.start(data, model)) {
            model.script((request, _) -> {
                if (Said.last(request).equals("bad")) {
                    throw new SwitchboardException(ErrorCode.MODEL_REFUSED, "the model does not want to");
                }
                return ModelReply.text("fine");
            });
            var outcome = say(to(gateway.channel("terminal-dev")), "bad", "good", "x".repeat(20_001));

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.out()).isEqualTo("fine\n");
            assertThat(outcome.err())
                    .containsPattern("failed message_id=desk-000001 run_id=\\S+: .*the model does not want to")
                    .contains("refused message_id=desk-000003: ");

            var failed = say(with(to(gateway.channel("terminal-dev")), "--json"), "bad");
            assertThat(failed.exitCode()).isEqualTo(1);
            assertThat(failed.out()).contains("\"finish_reason\":\"error\"");
        }
    }

    @Test
    void what_found_no_gateway_is_kept_and_answered_first_the_next_time() throws Exception {
        int port = FreePort.pick();
        var channel = URI.create("ws://127.0.0.1:%d/api/channels/terminal-dev/ws".formatted(port));

        var alone = say(with(to(channel), "--give-up", "1s"), "one", "two", "three");

        assertThat(alone.exitCode()).as(alone.err()).isEqualTo(3);
        assertThat(alone.out()).isEmpty();
        assertThat(alone.err())
                .endsWith(("switchboard: gave up after 1 s without a connection; 3 unanswered messages are kept in %s,"
                                + " the next connect sends them again\n")
                        .formatted(home.resolve("device")));

        var server = new ServerConfig("127.0.0.1", port, null, null, List.of(), List.of(), false, null);
        var config = TestGateway.config(30, server);
        try (var _ = TestGateway.start(data, config, model, new LocalBus(), Clock.systemUTC())) {
            var later = say(to(channel), "four");

            assertThat(later.out()).isEqualTo("echo: one\necho: two\necho: three\necho: four\n");
            assertThat(later.err())
                    .contains("switchboard: 3 messages from before without an answer; they come first\n");
            assertThat(later.exitCode()).isZero();
        }
    }

    @Test
    void where_only_a_person_can_help_it_gives_up_at_once() throws Exception {
        try (var gateway = TestGateway.start(data, model)) {
            // It would try for a minute otherwise, which is longer than this test waits.
            var unknown = say(to(gateway.channel("nope")), "one");
            var disabled = say(to(gateway.channel("off")));
            var guarded = say(Map.of("SWITCHBOARD_DEVICE_TOKEN", "wrong"), to(gateway.channel("guarded")));

            assertThat(unknown.exitCode()).isEqualTo(3);
            assertThat(unknown.err())
                    .contains("gave up: there is no such channel (404)")
                    .contains("1 unanswered message is kept in " + home.resolve("device"));
            assertThat(disabled.err()).contains("(403)");
            assertThat(guarded.exitCode()).isEqualTo(3);
            assertThat(guarded.err()).contains("(401)").doesNotContain("wrong");
        }
    }

    @Test
    void a_token_comes_from_a_file_or_the_environment_as_a_header_or_in_the_frame() throws Exception {
        var file = Files.writeString(temp.resolve("token"), "device-secret\n");
        try (var gateway = TestGateway.start(data, model)) {
            var guarded = to(gateway.channel("guarded"));
            var secret = Map.of("SWITCHBOARD_DEVICE_TOKEN", "device-secret");

            assertThat(say(secret, guarded, "one").out()).isEqualTo("echo: one\n");
            assertThat(say(with(guarded, "--token-file", file.toString()), "two")
                            .out())
                    .isEqualTo("echo: two\n");
            assertThat(say(secret, with(guarded, "--token-in-connect"), "three").out())
                    .isEqualTo("echo: three\n");
        }
    }

    @Test
    void an_answer_nobody_could_read_is_printed_again_and_marked() throws Exception {
        var gate = new Gate();
        model.script((_, _) -> {
            gate.pass();
            return ModelReply.text("late");
        });
        try (var gateway = TestGateway.start(data, model)) {
            var arguments = to(gateway.channel("terminal-dev"));
            try (var process = ConnectProcess.start(home, Map.of(), arguments)) {
                process.lines("one");
                gate.awaitSomebody();
                process.stopReading();
                gate.open();
                var outcome = process.finishUnread();

                assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(3);
                assertThat(outcome.err()).contains("the output was closed; 1 unanswered message is kept in ");
            }
            var next = say(with(arguments, "--json"));

            assertThat(next.exitCode()).isZero();
            assertThat(next.out()).contains("\"text\":\"late\"").contains("\"again\":true");
            assertThat(model.asked()).as("the gateway remembered its answer").hasSize(1);
        }
    }

    @Test
    void a_signal_ends_it_in_order() throws Exception {
        var gate = new Gate();
        model.script((_, _) -> {
            gate.pass();
            return ModelReply.text("late");
        });
        try (var gateway = TestGateway.start(data, model)) {
            var arguments = to(gateway.channel("terminal-dev"));
            try (var process = ConnectProcess.start(home, Map.of(), arguments)) {
                process.lines("one");
                gate.awaitSomebody();
                process.terminate();
                var outcome = process.finish();

                assertThat(outcome.exitCode()).isEqualTo(128 + 15);
                assertThat(outcome.err()).contains("switchboard: stopped; 1 unanswered message is kept in ");
            }
            gate.open();

            assertThat(say(arguments).out()).isEqualTo("late\n");
        }
    }

    @Test
    void two_processes_cannot_be_the_same_device() throws Exception {
        var gate = new Gate();
        model.script((_, _) -> {
            gate.pass();
            return ModelReply.text("fine");
        });
        try (var gateway = TestGateway.start(data, model);
                var first = ConnectProcess.start(home, Map.of(), to(gateway.channel("terminal-dev")))) {
            first.lines("one");
            gate.awaitSomebody();
            var second = say(to(gateway.channel("terminal-dev")), "two");
            gate.open();

            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.err()).startsWith("switchboard: another process is connected as desk from ");
            assertThat(first.finish().out()).isEqualTo("fine\n");
        }
    }

    @Test
    void a_certificate_of_ones_own_is_trusted_when_it_is_named() throws Exception {
        var tls = TlsFiles.make(temp);
        var server = new ServerConfig("127.0.0.1", 0, tls, null, List.of(), List.of(), false, null);
        try (var gateway =
                TestGateway.start(data, TestGateway.config(30, server), model, new LocalBus(), Clock.systemUTC())) {
            var channel = URI.create("wss://localhost:%d/api/channels/terminal-dev/ws".formatted(gateway.port()));

            var trusting = say(with(to(channel), "--ca", tls.cert().toString()), "one");
            var doubting = say(with(to(channel), "--give-up", "3s"), "two");

            assertThat(trusting.out()).as(trusting.err()).isEqualTo("echo: one\n");
            assertThat(doubting.exitCode()).isEqualTo(3);
            assertThat(doubting.err()).contains("the certificate of localhost is not trusted");
        }
    }

    @Test
    void what_was_asked_wrongly_is_named_with_its_fix() throws Exception {
        assertWrong("--heartbeat: \"soon\" is no time — write it like 30s, 500ms or 2m", "--heartbeat", "soon");
        assertWrong("--give-up: \"0s\" is no time — write it like 30s, 500ms or 2m", "--give-up=0s");
        assertWrong(
                "--url: \"http://x\" is no ws:// or wss:// address — write it like"
                        + " ws://127.0.0.1:18080/api/channels/terminal-dev/ws",
                "--url",
                "http://x");
        assertWrong("unknown option \"--urll\" — did you mean \"--url\"?", "--urll", "x");
    }

    private void assertWrong(String sentence, String... arguments) throws Exception {
        assertThat(say(arguments)).isEqualTo(new Outcome(2, "", "switchboard: " + sentence + "\n"));
    }

    private static String[] to(URI channel) {
        return new String[] {"--url", channel.toString(), "--peer-id", "desk"};
    }

    private static String[] with(String[] arguments, String... more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }

    private Outcome say(String[] arguments, String... lines) throws Exception {
        return say(Map.of(), arguments, lines);
    }

    private Outcome say(Map<String, String> environment, String[] arguments, String... lines) throws Exception {
        try (var process = ConnectProcess.start(home, environment, arguments)) {
            return process.lines(lines).finish();
        }
    }
}
