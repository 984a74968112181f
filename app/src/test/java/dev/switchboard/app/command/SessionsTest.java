package dev.switchboard.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.doctor.Finding;
import dev.switchboard.testkit.FreePort;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code sessions} says without a gateway. */
class SessionsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void help_names_every_command_and_every_option_and_ends_with_an_example() {
        assertThat(run("sessions", "--help")).isZero();
        assertThat(out.toString())
                .contains("[WORD...]", "--kind", "--state", "--archived", "--limit", "--json", "--url", "--data")
                .contains("--token-file", "rename", "archive", "unarchive", "reset", "delete", "For example:");
        out.getBuffer().setLength(0);
        assertThat(run("sessions", "rename", "--help")).isZero();
        assertThat(out.toString()).contains("ID", "NAME", "--json", "--url", "--data", "--token-file", "For example:");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        sessions --kidn chat          | unknown option "--kidn" — did you mean "--kind"?
        sessions --limit many         | invalid value for option '--limit': 'many' is not an int — switchboard sessions --help shows what it takes
        sessions --limit 0            | --limit: 0 is no number of sessions — write it like 100
        sessions rename one           | missing required parameter: 'NAME' — switchboard sessions rename --help shows what it takes
        sessions archive              | missing required parameter: 'ID' — switchboard sessions archive --help shows what it takes
        sessions archive one two      | unexpected "two" — switchboard sessions archive --help shows what it takes
        sessions delete one           | this cannot be undone, and here nobody can be asked — add --yes if it is meant
        sessions reset one            | this cannot be undone, and here nobody can be asked — add --yes if it is meant
        sessions --url x              | --url: "x" is no http:// or https:// address — write it like http://127.0.0.1:18080
        sessions --url x archive one  | --url: "x" is no http:// or https:// address — write it like http://127.0.0.1:18080
        sessions archive one --url x  | --url: "x" is no http:// or https:// address — write it like http://127.0.0.1:18080
        """)
    void what_was_asked_wrongly_is_said(String words, String sentence) {
        assertThat(run(words.split(" "))).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("switchboard: " + sentence + System.lineSeparator());
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_gateway_that_does_not_run_is_said_with_the_next_step() throws IOException {
        var url = "http://127.0.0.1:" + FreePort.pick();
        var sentence =
                "switchboard: cannot reach the gateway at %s (Connection refused) — start it with switchboard, or name its address with --url%n"
                        .formatted(url);
        assertThat(run("sessions", "--url", url)).isEqualTo(3);
        assertThat(err.toString()).isEqualTo(sentence);
        err.getBuffer().setLength(0);
        assertThat(run("sessions", "archive", "one", "--url", url)).isEqualTo(3);
        assertThat(err.toString()).isEqualTo(sentence);
    }

    private int run(String... arguments) {
        var screen = new Screen(new PrintWriter(out, true), new PrintWriter(err, true), false, false);
        GatewayRunner none = (_, _) -> {
            throw new AssertionError("nothing is served");
        };
        var environment = Map.of("SWITCHBOARD_TOKEN", "swb_x");
        return new Program(none, _ -> new Finding.Fine("fine"), Clock.systemUTC(), environment, screen).run(arguments);
    }
}
