package dev.switchboard.app.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.Said;
import dev.switchboard.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code switchboard connect} on a real terminal, typed to like a person does. */
class ConnectPromptIT {
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final String UP = "\u001bOA";

    @TempDir
    Path temp;

    @TempDir
    Path data;

    private final ScriptedModel model = ScriptedModel.echo();
    private TestGateway gateway;

    @BeforeEach
    void startGateway() {
        gateway = TestGateway.start(data, model);
    }

    @AfterEach
    void stopGateway() {
        gateway.close();
    }

    @Test
    void a_person_talks_looks_around_and_leaves() throws Exception {
        try (var screen = connect(Map.of())) {
            screen.await("ready > ");
            screen.type("hello\r");
            screen.await("echo: hello");
            screen.await("ready > ");
            screen.type("/status\r");
            screen.await("url      " + gateway.channel("terminal-dev"));
            screen.await("peer     desk");
            screen.await("session  terminal-dev:local:desk");
            screen.await("state    ready");
            screen.await("waiting  0");
            screen.type("/sttus\r");
            screen.await("There is no /sttus.");
            screen.type("//etc is a \"folder\\ !1\r");
            screen.await("echo: /etc is a \"folder\\ !1");
            screen.type("/quit\r");

            assertThat(screen.exitCode()).isZero();
            assertThat(screen.shown()).doesNotContain("WARNING", "INFO", "Exception");
        }
        var history = temp.resolve("home/history");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history)))
                .isEqualTo("rw-------");
        try (var screen = connect(Map.of())) {
            screen.await("ready > ");
            screen.type(UP + UP + "\r");
            screen.await("echo: /etc is a \"folder\\ !1");
            screen.type(CTRL_D);

            assertThat(screen.exitCode()).isZero();
        }
    }

    @Test
    void a_paste_of_several_lines_is_one_message() throws Exception {
        try (var screen = connect(Map.of())) {
            screen.await("ready > ");
            screen.type("\u001b[200~first\nsecond\u001b[201~");
            screen.await("second");
            screen.type("\r");
            screen.await("echo: first\nsecond");
            screen.type("/quit\r");

            assertThat(screen.exitCode()).isZero();
            assertThat(model.asked()).singleElement().satisfies(request -> assertThat(Said.last(request))
                    .isEqualTo("first\nsecond"));
        }
    }

    @Test
    void a_reply_leaves_what_is_being_typed_alone() throws Exception {
        var gate = new Gate();
        model.script((request, _) -> {
            if (Said.last(request).equals("slow")) {
                gate.pass();
            }
            return ModelReply.text("echo: " + Said.last(request));
        });
        try (var screen = connect(Map.of())) {
            screen.await("ready > ");
            screen.type("slow\r");
            screen.await("waiting > ");
            screen.type("half a sen");
            screen.await("half a sen");
            gate.open();
            screen.await("echo: slow");
            screen.await("half a sen");
            screen.type("tence\r");
            screen.await("echo: half a sentence");
            screen.type("/quit\r");

            assertThat(screen.exitCode()).isZero();
        }
    }

    @Test
    void a_failed_turn_is_red_and_can_be_sent_again() throws Exception {
        model.script((_, _) -> {
            throw new SwitchboardException(ErrorCode.MODEL_REFUSED, "the model does not want to");
        });
        try (var screen = connect(Map.of())) {
            screen.await("ready > ");
            screen.type("please\r");
            screen.await("— type /retry to send it again");
            assertThat(screen.shown()).containsPattern("\u001b\\[31m[^\u001b]*the model does not want to");
            model.script((request, _) -> ModelReply.text("echo: \u001b[2J" + Said.last(request)));
            screen.type("/retry\r");
            screen.await("echo: \uFFFD[2Jplease"); // and nobody's text tells the terminal what to do
            screen.type("/retry\r");
            screen.await("There is nothing to send again.");
            screen.type("/quit\r");

            assertThat(screen.exitCode()).isZero();
        }
    }

    @Test
    void ctrl_c_clears_the_line_and_twice_it_leaves() throws Exception {
        try (var screen = connect(Map.of("NO_COLOR", "1"))) {
            screen.await("ready > ");
            screen.type("never mind");
            screen.await("never mind");
            screen.type(CTRL_C);
            screen.await("Ctrl-C again quits.");
            screen.await("ready > ");
            screen.type(CTRL_C);

            assertThat(screen.exitCode()).isZero();
            assertThat(model.asked()).isEmpty();
        }
    }

    @Test
    void without_a_gateway_it_says_so_once_and_goes_on_trying() throws Exception {
        gateway.close();
        try (var screen = connect(Map.of(), "--give-up", "4s")) {
            screen.await("nobody listens at ");
            screen.await("offline, again at ");
            screen.type("keep this\r");
            screen.await("gave up after 4 s without a connection; 1 unanswered message is kept in ");

            assertThat(screen.exitCode()).isEqualTo(3);
            assertThat(screen.shown()).containsOnlyOnce("nobody listens at ");
        }
    }

    private PtyScreen connect(Map<String, String> environment, String... more) throws IOException {
        var arguments = new ArrayList<>(List.of(
                "--url",
                gateway.channel("terminal-dev").toString(),
                "--peer-id",
                "desk",
                "--state",
                temp.resolve("home").toString()));
        arguments.addAll(List.of(more));
        var command = new ArrayList<>(ConnectProcess.command(arguments.toArray(String[]::new)));
        command.addAll(
                1,
                List.of(
                        "-Dswitchboard.terminal=true",
                        "-Dswitchboard.terminal.in=true",
                        "-Dswitchboard.colour.out=" + !environment.containsKey("NO_COLOR")));
        return PtyScreen.start(temp, environment, command);
    }
}
