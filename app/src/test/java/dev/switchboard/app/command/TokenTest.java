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

/** What {@code token} says without a gateway. */
class TokenTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void help_names_every_command_and_every_option() {
        assertThat(run("token", "--help")).isZero();
        assertThat(out.toString()).contains("create", "list", "revoke", "rotate");
        assertThat(run("token", "create", "--help")).isZero();
        assertThat(out.toString())
                .contains("--name", "--scopes", "--expires", "--json", "--url", "--data", "--token-file");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        token                                 | missing required subcommand — switchboard token --help shows what it takes
        token creat --name x                  | unknown command "creat" — did you mean "create"?
        token create                          | missing required option: '--name=NAME' — switchboard token create --help shows what it takes
        token create --name x --expires soon  | --expires: "soon" is no time — write it like 30d, 12h or 2026-12-01T00:00Z
        token create --name x --expires 0d    | --expires: "0d" is no time — write it like 30d, 12h or 2026-12-01T00:00Z
        token revoke                          | missing required parameter: 'ID' — switchboard token revoke --help shows what it takes
        token rotate one two                  | unexpected "two" — switchboard token rotate --help shows what it takes
        token list --url x                    | --url: "x" is no http:// or https:// address — write it like http://127.0.0.1:18080
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
