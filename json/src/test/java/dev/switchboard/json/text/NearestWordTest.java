package dev.switchboard.json.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import java.util.List;
import org.junit.jupiter.api.Test;

class NearestWordTest {
    private static final List<String> WORDS = List.of("serve", "config", "doctor", "completion");

    @Test
    void a_slip_of_the_hand_is_understood() {
        assertThat(NearestWord.to("srve", WORDS)).contains("serve");
        assertThat(NearestWord.to("doctro", WORDS)).contains("doctor");
        assertThat(NearestWord.to("Config", WORDS)).contains("config");
        assertThat(NearestWord.to("complete", WORDS)).isEmpty();
        assertThat(NearestWord.to("", WORDS)).isEmpty();
    }

    @Test
    void a_word_that_resembles_nothing_gets_the_whole_list() {
        assertThat(NearestWord.hint("banana", WORDS)).isEqualTo("known: serve, config, doctor, completion");
        assertThat(NearestWord.hint("banana", List.of())).isEqualTo("there are none");
    }

    @Test
    void whoWantsAWordInAnyCaseGetsTheClosestHoweverFar() {
        assertThat(NearestWord.closest("complete", WORDS)).contains("completion");
        assertThat(NearestWord.closest("banana", List.of("b", "a")))
                .as("of two as far, the first")
                .contains("a");
        assertThat(NearestWord.closest("banana", List.of())).isEmpty();
    }

    @Test
    void distance_is_symmetric_and_zero_only_for_itself() {
        Cases.check(1_000, draw -> {
            // All letters, or so few that the two words are often alike.
            var letters = draw.coin() ? "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" : "aAb";
            var a = draw.text(letters, 0, 12);
            var b = draw.text(letters, 0, draw.coin() ? 12 : 2);
            assertThat(NearestWord.distance(a, b)).isEqualTo(NearestWord.distance(b, a));
            assertThat(NearestWord.distance(a, b) == 0).isEqualTo(a.equalsIgnoreCase(b));
            assertThat(NearestWord.distance(a, b)).isLessThanOrEqualTo(Math.max(a.length(), b.length()));
        });
    }
}
