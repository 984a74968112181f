package dev.switchboard.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegionTest {
    private final StringWriter out = new StringWriter();
    private final Region region = new Region(new PrintWriter(out), 4, 10);

    @Test
    void it_is_drawn_again_in_its_place_and_only_if_something_changed() {
        region.draw(List.of("one", "two"));
        region.draw(List.of("one", "two"));
        region.draw(List.of("one", "too"));
        assertThat(out).hasToString("one\ntwo\r\u001b[1A\u001b[Jone\ntoo");
    }

    @Test
    void of_more_than_fits_the_last_lines_are_shown_and_what_is_too_wide_is_cut() {
        region.draw(List.of("1", "2", "3", "4"));
        assertThat(out).hasToString("2\n3\n4");
        out.getBuffer().setLength(0);
        region.draw(List.of("123456789", "1234567890", "漢字漢字漢字"));
        assertThat(out).hasToString("\r\u001b[2A\u001b[J123456789\n12345678…\n漢字漢字…");
    }

    @Test
    void what_stays_is_printed_above_it_whole() {
        region.draw(List.of("now"));
        region.print(List.of("a command that is longer than a line"));
        region.draw(List.of("now"));
        region.leave();
        assertThat(out).hasToString("now\r\u001b[Ja command that is longer than a line\nnow\n");
    }

    @Test
    void colours_do_not_count_and_end_where_a_line_is_cut() {
        region.draw(List.of("\u001b[31m12345\u001b[0m"));
        assertThat(out).hasToString("\u001b[31m12345\u001b[0m");
        out.getBuffer().setLength(0);
        region.print(List.of());
        out.getBuffer().setLength(0);
        region.draw(List.of("\u001b[31m1234567890\u001b[0m"));
        assertThat(out.toString()).endsWith("\u001b[0m…");
    }
}
