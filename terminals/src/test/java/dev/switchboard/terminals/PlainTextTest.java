package dev.switchboard.terminals;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void colours_titles_and_movements_are_left_out() {
        assertThat(PlainText.of("\033[?2004h\033]0;title\007\033[01;32mme\033[00m$ ls\033[K\r\n\033(Ba\tb\r\n"))
                .isEqualTo("me$ ls\na\tb\n");
        assertThat(PlainText.of("\033]8;;https://example.org\033\\link\033]8;;\033\\ \033P1$r\033\\end\b"))
                .isEqualTo("link end");
    }

    @Test
    void a_line_that_is_drawn_again_is_a_line_of_its_own() {
        assertThat(PlainText.of("10 %\r20 %\r\r\nend\r")).isEqualTo("10 %\n20 %\nend");
    }

    @Test
    void a_sequence_that_has_not_come_whole_is_no_trouble() {
        for (var cut : new String[] {"a\033", "a\033[", "a\033[1;", "a\033]0;tit", "a\033(", "a\033]0;x\033"}) {
            assertThat(PlainText.of(cut)).isEqualTo("a");
        }
    }

    @Test
    void of_a_long_text_the_end_is_given_and_no_half_character() {
        assertThat(PlainText.end("x".repeat(20_000) + "end")).hasSize(16_000).endsWith("end");
        assertThat(PlainText.end("😀" + "x".repeat(15_999))).isEqualTo("x".repeat(15_999));
    }
}
