package dev.switchboard.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> WORDS = List.of("serve", "config", "doctor", "completion");

    @Test
    void a_slip_of_the_hand_is_understood() {
        assertThat(Nearest.to("srve", WORDS)).contains("serve");
        assertThat(Nearest.to("doctro", WORDS)).contains("doctor");
        assertThat(Nearest.to("Config", WORDS)).contains("config");
        assertThat(Nearest.to("complete", WORDS)).isEmpty();
        assertThat(Nearest.to("", WORDS)).isEmpty();
    }

    @Test
    void a_word_that_resembles_nothing_gets_the_whole_list() {
        assertThat(Nearest.hint("banana", WORDS)).isEqualTo("known: serve, config, doctor, completion");
        assertThat(Nearest.hint("banana", List.of())).isEqualTo("there are none");
    }

    @Property
    void distance_is_symmetric_and_zero_only_for_itself(
            @ForAll @AlphaChars @StringLength(max = 12) String a,
            @ForAll @AlphaChars @StringLength(max = 12) String b) {
        assertThat(Nearest.distance(a, b)).isEqualTo(Nearest.distance(b, a));
        assertThat(Nearest.distance(a, b) == 0).isEqualTo(a.equalsIgnoreCase(b));
        assertThat(Nearest.distance(a, b)).isLessThanOrEqualTo(Math.max(a.length(), b.length()));
    }
}
