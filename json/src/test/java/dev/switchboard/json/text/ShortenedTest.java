package dev.switchboard.json.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShortenedTest {
    @Test
    void what_fits_stays_as_it_is() {
        assertThat(Shortened.to(5, "")).isEmpty();
        assertThat(Shortened.to(5, "three")).isEqualTo("three");
        assertThat(Shortened.to(5, "😀😀😀😀😀")).isEqualTo("😀😀😀😀😀");
    }

    @Test
    void what_does_not_is_cut_between_characters_and_says_so() {
        assertThat(Shortened.to(5, "threes")).isEqualTo("thre…");
        for (int most = 1; most < 6; most++) {
            var cut = Shortened.to(most, "a😀b😀c😀");
            assertThat(cut.codePointCount(0, cut.length())).isEqualTo(most);
            assertThat(cut).endsWith("…");
            assertThat(cut.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE))
                    .isTrue();
        }
    }

    @Test
    void a_beginning_and_an_end_hold_no_half_of_a_character() {
        var text = "a😀b😀";
        assertThat(Shortened.first(0, text)).isEmpty();
        assertThat(Shortened.first(1, text)).isEqualTo("a");
        assertThat(Shortened.first(2, text)).isEqualTo("a");
        assertThat(Shortened.first(3, text)).isEqualTo("a😀");
        assertThat(Shortened.first(5, text)).isEqualTo("a😀b");
        assertThat(Shortened.first(6, text)).isEqualTo(text);
        assertThat(Shortened.first(9, text)).isEqualTo(text);

        assertThat(Shortened.last(0, text)).isEmpty();
        assertThat(Shortened.last(1, text)).isEmpty();
        assertThat(Shortened.last(2, text)).isEqualTo("😀");
        assertThat(Shortened.last(4, text)).isEqualTo("b😀");
        assertThat(Shortened.last(5, text)).isEqualTo("😀b😀");
        assertThat(Shortened.last(9, text)).isEqualTo(text);
    }
}
