package dev.switchboard.tools.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.cases.Cases;
import dev.switchboard.cases.Draw;
import dev.switchboard.tools.Refused;
import org.junit.jupiter.api.Test;

class EditTest {
    /** A text and a block to look for in it. */
    private record Place(String text, String old) {
        boolean isOne() {
            return text.contains(old) && text.indexOf(old) == text.lastIndexOf(old);
        }
    }

    @Test
    void a_block_that_is_there_once_is_replaced_as_a_string_would_be() {
        Cases.check(1_000, draw -> {
            var place = onePlace(draw, "");
            var replacement = draw.suchThat(() -> text(draw), text -> !text.equals(place.old()));

            assertThat(Edit.replace("f", place.text(), place.old(), replacement).text())
                    .isEqualTo(place.text().replace(place.old(), replacement));
        });
    }

    @Test
    void any_other_number_of_times_is_refused() {
        Cases.check(1_000, draw -> {
            var place = draw.suchThat(() -> new Place(text(draw), block(draw)), one -> !one.isOne());

            assertThatThrownBy(() -> Edit.replace("f", place.text(), place.old(), "new"))
                    .isInstanceOf(Refused.class)
                    .hasMessageContaining(place.text().contains(place.old()) ? " times in f" : "old is not in f");
        });
    }

    @Test
    void a_file_with_crlf_is_edited_like_the_same_file_without_and_keeps_them() {
        Cases.check(1_000, draw -> {
            var place = onePlace(draw, "\n");
            var replacement = draw.suchThat(() -> text(draw), text -> !text.equals(place.old()));

            var edit = Edit.replace("f", crlf(place.text()), place.old(), replacement);

            assertThat(edit.text()).isEqualTo(crlf(place.text().replace(place.old(), replacement)));
            assertThat(edit.area())
                    .isEqualTo(Edit.replace("f", place.text(), place.old(), replacement)
                            .area());
        });
    }

    @Test
    void the_area_is_where_the_new_block_stands() {
        Cases.check(1_000, draw -> areaHolds(text(draw), text(draw), block(draw)));
    }

    private static void areaHolds(String before, String after, String replacement) throws Exception {
        var edit = Edit.replace("f", before + "OLD" + after, "OLD", replacement);

        var area = edit.area();
        assertThat(area).isNotNull();
        if (area != null) {
            var lines = edit.text().split("(?<=\n)", -1);
            var block = new StringBuilder();
            for (long line = area.startLine(); line <= area.endLine(); line++) {
                block.append(lines[(int) line - 1]);
            }
            assertThat(block).as("the lines of the area").contains(replacement);
            // One line less on either side would not hold the block any more.
            assertThat(area.endLine() - area.startLine() + 1).isEqualTo(Lines.in(replacement));
        }
    }

    @Test
    void a_deleted_block_has_the_line_where_it_was_and_an_empty_file_none() throws Exception {
        assertThat(Edit.replace("f", "a\nb\nc\n", "b\n", "").area()).isEqualTo(new Area(2, 2));
        assertThat(Edit.replace("f", "a\nb\n", "b\n", "").area()).isEqualTo(new Area(1, 1));
        assertThat(Edit.replace("f", "a", "a", "").area()).isNull();
    }

    @Test
    void overlapping_places_are_not_one_place() {
        assertThatThrownBy(() -> Edit.replace("f", "aaa", "aa", "b")).hasMessageContaining("2 times");
    }

    @Test
    void a_mixed_file_gets_the_line_breaks_of_the_place() throws Exception {
        var mixed = "a\r\nb\nc\r\nd\n";

        assertThat(Edit.replace("f", mixed, "a\nb\nc", "x\ny").text()).isEqualTo("x\r\ny\r\nd\n");
        assertThat(Edit.replace("f", mixed, "b", "x\ny").text()).isEqualTo("a\r\nx\ny\nc\r\nd\n");
        assertThat(Edit.replace("f", mixed, "\nc", "").text()).isEqualTo("a\r\nb\r\nd\n");
        assertThat(Edit.replace("f", "a\r\nb", "b", "x\ny").text()).isEqualTo("a\r\nx\r\ny");
    }

    @Test
    void who_writes_crlf_is_taken_at_their_word() throws Exception {
        assertThat(Edit.replace("f", "a\r\nb\r\n", "a\r\n", "a\n").text()).isEqualTo("a\nb\r\n");
        assertThat(Edit.replace("f", "a\nb\r\n", "a\r\nb", "x").text()).isEqualTo("x\r\n");
    }

    /** A text that has the block in it once, and in any case what else it has to have. */
    private static Place onePlace(Draw draw, String with) {
        return draw.suchThat(
                () -> {
                    var old = block(draw);
                    return new Place(text(draw) + old + text(draw), old);
                },
                place -> place.isOne() && place.text().contains(with));
    }

    private static String text(Draw draw) {
        return draw.text("ab\n", 0, 12);
    }

    private static String block(Draw draw) {
        return draw.text("ab\n", 1, 4);
    }

    private static String crlf(String text) {
        return text.replace("\n", "\r\n");
    }
}
