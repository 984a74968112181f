package dev.switchboard.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {
    @ParameterizedTest
    @ValueSource(
            ints = {0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200E, 0x200F, 0x061C})
    void marks_that_reverse_the_reading_direction_are_shown_and_not_obeyed(int mark) {
        var text = "rm " + Character.toString(mark) + "txt.eton";
        var shown = "rm <U+%04X>txt.eton".formatted(mark);
        assertThat(Printable.text(text)).isEqualTo(shown);
        assertThat(Printable.line(text)).isEqualTo(shown);
    }

    @Test
    void what_people_write_stays_as_it_is() {
        var text = "שלום, мир 你好 👩‍💻\n\tfine";
        assertThat(Printable.text(text)).isEqualTo(text);
    }
}
