package dev.switchboard.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.doctor.Finding;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code task} says without a gateway. */
class TaskTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void help_names_every_option_and_every_exit_code() {
        assertThat(run("task", "--help")).isZero();
        assertThat(out.toString())
                .contains(
                        "[GOAL]", "--attach", "--stream", "--mode", "--timeout", "--max-tokens", "--agent", "--session")
                .contains("--plan", "--memory", "--artifact", "--key", "--json", "--give-up", "--ca", "--url", "--data")
                .contains("--token-file", "Exit codes:", "130", "completed", "stopped");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        task                              | say what is to be done — switchboard task "list the files", or - to read it from stdin
        task --attach run-1 goal          | --attach watches a task as it is — leave out the goal and what belongs to a new one
        task --attach run-1 --key k       | --attach watches a task as it is — leave out the goal and what belongs to a new one
        task goal --mode always_aks       | --mode: unknown mode "always_aks" — did you mean "always_ask"?
        task goal --timeout soon          | --timeout: "soon" is no time — write it like 30s, 10m or 1h
        task goal --max-tokens 0          | --max-tokens: "0" is no number of tokens — write it like 20000
        task goal --plan /none            | --plan: cannot read /none (NoSuchFileException) — name a file of text
        task goal --memory /none          | --memory: cannot read /none (NoSuchFileException) — name a file of text
        task goal --ca x                  | --ca: only an https:// address has a certificate — leave it out or correct the address
        task goal --url http://example    | --url: example is another machine, and others could read the token on its way there — write it with https://
        task goal --url x                 | --url: "x" is no http:// or https:// address — write it like http://127.0.0.1:18080
        task one two                      | unexpected "two" — switchboard task --help shows what it takes
        task goal --strem                 | unknown option "--strem" — did you mean "--stream"?
        """)
    void what_was_asked_wrongly_is_said(String words, String sentence) {
        assertThat(run(words.split(" "))).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("switchboard: " + sentence + System.lineSeparator());
        assertThat(out.toString()).isEmpty();
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
