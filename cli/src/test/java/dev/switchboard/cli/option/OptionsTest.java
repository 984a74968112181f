package dev.switchboard.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private final Options options = new Options();
    private final Word goal = options.word("GOAL", "what is to be done");
    private final Flag json = options.flag("--json", "print JSON");
    private final Text url = options.text("--url", "URL", "where");
    private final Texts artifacts = options.texts("--artifact", "PATH", "about what");
    private final WholeNumber port = options.number("--port", "PORT", "which");

    @Test
    void what_is_written_out_in_full_is_read() {
        assertThat(read("--url http://x --json a=b --artifact=one --artifact two --port 0"))
                .isTrue();

        assertThat(url.text()).isEqualTo("http://x");
        assertThat(json.isGiven()).isTrue();
        assertThat(goal.text()).isEqualTo("a=b");
        assertThat(artifacts.texts()).containsExactly("one", "two");
        assertThat(port.number()).isZero();
    }

    @Test
    void what_is_left_out_is_not_there() {
        assertThat(options.read(List.of())).isTrue();

        assertThat(url.isGiven()).isFalse();
        assertThat(json.isGiven()).isFalse();
        assertThat(goal.isGiven()).isFalse();
        assertThat(artifacts.texts()).isEmpty();
        assertThat(port.number()).isNull();
    }

    @Test
    void of_what_is_given_twice_the_last_one_counts() {
        assertThat(read("--url a --port 1 --json --url b --json --port=2")).isTrue();

        assertThat(url.text()).isEqualTo("b");
        assertThat(port.number()).isEqualTo(2);
    }

    @Test
    void the_options_of_others_are_read_like_its_own() {
        var others = new Options();
        var token = others.text("--token-file", "FILE", "what lets in");
        options.add(others);

        assertThat(read("--token-file t")).isTrue();
        assertThat(token.text()).isEqualTo("t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "-h",
                "--url",
                "--url=",
                "--url --json",
                "--url=-x",
                "--json=true",
                "--ulr x",
                "one two",
                "--port many",
                "--port -1",
                "--port 12345678901"
            })
    void what_is_not_plain_is_left_to_the_real_parser(String line) {
        assertThat(read(line)).isFalse();
    }

    @Test
    void a_word_is_for_the_real_parser_where_none_is_expected() {
        assertThat(new Options().read(List.of("word"))).isFalse();
        assertThat(options.read(List.of(""))).isFalse();
    }

    private boolean read(String line) {
        return options.read(List.of(line.split(" ")));
    }
}
