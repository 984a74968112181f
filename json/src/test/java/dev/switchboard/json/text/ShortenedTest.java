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
}
