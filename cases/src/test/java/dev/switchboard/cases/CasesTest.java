package dev.switchboard.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CasesTest {
    private static final long SEED = 42;

    @Test
    void a_failure_names_its_seed_its_number_and_what_was_drawn() {
        assertThatThrownBy(() -> new Cases(SEED, null).run(10, draw -> {
                    draw.between(7, 7);
                    draw.text("\n", 1, 1);
                    assertThat(draw.listOf(2, 2, () -> draw.between(3, 3))).isEmpty();
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("case 0 of 10 does not hold (again with -Dseed=42 -Dcase=0)")
                .hasMessageContaining("drawn: 7, \"\\u000a\", [3, 3]")
                .hasMessageContaining("Expecting empty");
    }

    @Test
    void an_exception_is_a_failure_too() {
        assertThatThrownBy(() -> new Cases(SEED, null).run(1, draw -> {
                    throw new IOException("broken");
                }))
                .isInstanceOf(AssertionError.class)
                .hasRootCauseMessage("broken");
    }

    @Test
    void the_same_seed_draws_the_same_and_one_case_can_be_drawn_alone() {
        var all = drawn(new Cases(SEED, null));
        assertThat(drawn(new Cases(SEED, null))).isEqualTo(all);
        assertThat(drawn(new Cases(SEED + 1_000, null))).isNotEqualTo(all);
        assertThat(drawn(new Cases(SEED, 17))).containsExactly(all.get(17));
    }

    @Test
    void the_edges_come_first_and_everything_between_them_comes() {
        var numbers = new ArrayList<Integer>();
        var texts = new ArrayList<String>();
        var lists = new ArrayList<List<Boolean>>();
        new Cases(SEED, null).run(500, draw -> {
            numbers.add(draw.between(-2, 3));
            texts.add(draw.text("ab", 0, 2));
            lists.add(draw.listOf(0, 2, draw::coin));
        });
        assertThat(numbers).startsWith(-2, 3).containsOnly(-2, -1, 0, 1, 2, 3);
        assertThat(texts).startsWith("", "bb").containsOnly("", "a", "b", "aa", "ab", "ba", "bb");
        assertThat(lists).startsWith(List.of(), List.of(true, true)).contains(List.of(false));
    }

    @Test
    void all_numbers_are_within_reach() {
        var numbers = new ArrayList<Integer>();
        new Cases(SEED, null).run(100, draw -> numbers.add(draw.between(Integer.MIN_VALUE, Integer.MAX_VALUE)));
        assertThat(numbers).contains(Integer.MIN_VALUE, Integer.MAX_VALUE).hasSizeGreaterThan(10);
    }

    @Test
    void a_text_of_anything_has_every_kind_of_character_in_it() {
        var texts = new StringBuilder();
        new Cases(SEED, null).run(500, draw -> texts.append(draw.anyText(20)).append('\n'));
        assertThat(texts.codePoints().mapToObj(Character::getType).distinct())
                .contains(
                        (int) Character.CONTROL,
                        (int) Character.FORMAT,
                        (int) Character.SURROGATE,
                        (int) Character.NON_SPACING_MARK,
                        (int) Character.LINE_SEPARATOR,
                        (int) Character.LOWERCASE_LETTER,
                        (int) Character.OTHER_SYMBOL,
                        (int) Character.PRIVATE_USE);
    }

    @Test
    void some_of_a_few_is_sometimes_none_and_sometimes_all() {
        var some = new ArrayList<Set<String>>();
        new Cases(SEED, null).run(200, draw -> some.add(draw.someOf(0, List.of("a", "b"))));
        assertThat(some).contains(Set.of(), Set.of("a"), Set.of("b"), Set.of("a", "b"));
    }

    @Test
    void what_has_to_fit_is_drawn_until_it_does_also_at_the_edges() {
        new Cases(SEED, null)
                .run(50, draw -> assertThat(draw.suchThat(() -> draw.between(0, 9), number -> number % 5 == 3))
                        .isIn(3, 8));
        assertThatThrownBy(() -> new Cases(SEED, null)
                        .run(1, draw -> draw.suchThat(() -> draw.between(0, 9), number -> number > 9)))
                .hasMessageContaining("nothing that fits");
    }

    @Test
    void without_a_seed_each_run_draws_its_own() {
        assertThatCode(() ->
                        Cases.check(20, draw -> assertThat(draw.between(1, 3)).isPositive()))
                .doesNotThrowAnyException();
    }

    private static List<String> drawn(Cases cases) {
        var drawn = new ArrayList<String>();
        cases.run(20, draw -> {
            draw.between(0, 1_000_000);
            draw.text("abc", 0, 10);
            drawn.add(draw.toString());
        });
        return drawn;
    }
}
