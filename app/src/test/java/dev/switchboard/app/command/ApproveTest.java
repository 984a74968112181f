package dev.switchboard.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.doctor.Finding;
import dev.switchboard.testkit.FreePort;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code approve} says without a gateway. */
class ApproveTest {
    @TempDir
    Path temp;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, String> environment = new HashMap<>();

    @Test
    void help_names_every_option() {
        assertThat(run("approve", "--help")).isZero();
        assertThat(out.toString())
                .contains("--deny", "--reason", "--watch", "--json", "--url", "--data", "--token-file", "[ID]");
    }

    @Test
    void a_gateway_that_does_not_run_is_said_with_the_next_step() throws IOException {
        environment.put("SWITCHBOARD_TOKEN", "swb_x");
        var url = "http://127.0.0.1:" + FreePort.pick();
        for (var words : new String[][] {{}, {"--watch"}, {"3f2a91c0"}}) {
            var all = new String[words.length + 3];
            all[0] = "approve";
            all[1] = "--url";
            all[2] = url;
            System.arraycopy(words, 0, all, 3, words.length);
            assertComplaint(
                    3,
                    "cannot reach the gateway at %s (Connection refused) — start it with switchboard, or name its address with --url"
                            .formatted(url),
                    all);
        }
    }

    @Test
    void a_token_that_is_not_there_is_said_with_the_next_step() {
        assertComplaint(
                3,
                "cannot read the token in %s (NoSuchFileException) — name the gateway's data folder with --data, or a file that holds a token with --token-file"
                        .formatted(temp.resolve("operator.token")),
                "approve",
                "--data",
                temp.toString());
        assertComplaint(
                2,
                "cannot read the token in %s (NoSuchFileException) — name the gateway's data folder with --data, or a file that holds a token with --token-file"
                        .formatted(temp.resolve("none")),
                "approve",
                "--token-file=" + temp.resolve("none"));
    }

    @Test
    void what_is_no_token_is_not_shown() throws IOException {
        var file = Files.writeString(temp.resolve("token"), "two words");
        assertComplaint(
                2,
                file + ": this is no token — it is one word of letters, digits and signs",
                "approve",
                "--token-file",
                file.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --watch 3f2a91c0     | --watch asks for everything that comes — leave out the id, --deny and --reason
        --watch --deny       | --watch asks for everything that comes — leave out the id, --deny and --reason
        --deny               | say which — switchboard approve lists what waits with its id
        --reason no          | say which — switchboard approve lists what waits with its id
        --url x              | --url: "x" is no http:// or https:// address — write it like http://127.0.0.1:18080
        --url ws://x         | --url: "ws://x" is no http:// or https:// address — write it like http://127.0.0.1:18080
        --url http://a:b@x   | --url: "http://a:b@x" is no http:// or https:// address — write it like http://127.0.0.1:18080
        --url http://[       | --url: "http://[" is no address — write it like http://127.0.0.1:18080
        --dney 3f2a91c0      | unknown option "--dney" — did you mean "--deny"?
        one two              | unexpected "two" — switchboard approve --help shows what it takes
        --token x            | unknown option "--token" — known: --deny, --reason, --watch, --json, --url, --data, --token-file, --help
        """)
    void what_was_asked_wrongly_is_said(String words, String sentence) {
        assertComplaint(2, sentence, ("approve " + words).split(" "));
    }

    private void assertComplaint(int exitCode, String sentence, String... arguments) {
        err.getBuffer().setLength(0);
        int code = run(arguments);
        assertThat(err.toString()).isEqualTo("switchboard: " + sentence + System.lineSeparator());
        assertThat(code).isEqualTo(exitCode);
        assertThat(out.toString()).isEmpty();
    }

    private int run(String... arguments) {
        var screen = new Screen(new PrintWriter(out, true), new PrintWriter(err, true), false, false);
        GatewayRunner none = (_, _) -> {
            throw new AssertionError("nothing is served");
        };
        return new Program(none, _ -> new Finding.Fine("fine"), Clock.systemUTC(), environment, screen).run(arguments);
    }
}
