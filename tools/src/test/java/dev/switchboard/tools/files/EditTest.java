package dev.switchboard.tools.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.tools.Refused;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class EditTest {
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars('a', 'b', '\n').ofMaxLength(12);
    }

    @Provide
    Arbitrary<String> blocks() {
        return Arbitraries.strings().withChars('a', 'b', '\n').ofMinLength(1).ofMaxLength(4);
    }

    @Property
    void a_block_that_is_there_once_is_replaced_as_a_string_would_be(
            @ForAll("texts") String before,
            @ForAll("blocks") String old,
            @ForAll("texts") String after,
            @ForAll("texts") String replacement)
            throws Exception {
        var text = before + old + after;
        Assume.that(text.indexOf(old) == text.lastIndexOf(old) && !old.equals(replacement));

        assertThat(Edit.replace("f", text, old, replacement).text()).isEqualTo(text.replace(old, replacement));
    }

    @Property
    void any_other_number_of_times_is_refused(@ForAll("texts") String text, @ForAll("blocks") String old) {
        Assume.that(text.indexOf(old) != text.lastIndexOf(old) || !text.contains(old));

        assertThatThrownBy(() -> Edit.replace("f", text, old, "new"))
                .isInstanceOf(Refused.class)
                .hasMessageContaining(text.contains(old) ? " times in f" : "old is not in f");
    }

    @Property
    void a_file_with_crlf_is_edited_like_the_same_file_without_and_keeps_them(
            @ForAll("texts") String before,
            @ForAll("blocks") String old,
            @ForAll("texts") String after,
            @ForAll("texts") String replacement)
            throws Exception {
        var text = before + old + after;
        Assume.that(text.indexOf(old) == text.lastIndexOf(old) && !old.equals(replacement));
        Assume.that(text.contains("\n"));

        var edit = Edit.replace("f", crlf(text), old, replacement);

        assertThat(edit.text()).isEqualTo(crlf(text.replace(old, replacement)));
        assertThat(edit.area())
                .isEqualTo(Edit.replace("f", text, old, replacement).area());
    }

    @Property
    void the_area_is_where_the_new_block_stands(
            @ForAll("texts") String before, @ForAll("texts") String after, @ForAll("blocks") String replacement)
            throws Exception {
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

    private static String crlf(String text) {
        return text.replace("\n", "\r\n");
    }
}
