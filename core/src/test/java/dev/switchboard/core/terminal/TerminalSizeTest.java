package dev.switchboard.core.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TerminalSizeTest {
    @Test
    void a_size_without_a_wish_is_that_of_the_first_terminals() {
        assertThat(TerminalSize.DEFAULT).isEqualTo(new TerminalSize(24, 80));
    }

    @Test
    void a_size_nobody_can_look_at_is_refused_in_words() {
        assertThatThrownBy(() -> new TerminalSize(0, 80)).hasMessage("rows must be from 1 to 1000; was 0");
        assertThatThrownBy(() -> new TerminalSize(24, 1001)).hasMessage("cols must be from 1 to 1000; was 1001");
    }
}
