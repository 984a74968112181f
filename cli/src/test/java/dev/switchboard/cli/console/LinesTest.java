package dev.switchboard.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class LinesTest {
    @Test
    void a_line_ends_as_people_end_lines() throws IOException {
        var lines = new Lines(new StringReader("one\ntwo\r\n\nlast"), 100);

        assertThat(lines.next()).isEqualTo("one");
        assertThat(lines.next()).isEqualTo("two");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.next()).isEqualTo("last");
        assertThat(lines.next()).isNull();
    }

    @Test
    void a_line_that_is_too_long_is_known_by_one_character_too_many() throws IOException {
        var lines = new Lines(new StringReader("x".repeat(1_000) + "\nnext\n"), 10);

        assertThat(lines.next()).hasSize(11);
        assertThat(lines.next()).isEqualTo("next");
    }
}
