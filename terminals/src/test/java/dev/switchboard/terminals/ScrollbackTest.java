package dev.switchboard.terminals;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScrollbackTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void what_was_shown_is_found_by_its_offset() {
        var scrollback = new Scrollback(100);
        scrollback.add(bytes("hello "));
        scrollback.add(bytes("world"));

        assertThat(scrollback.end()).isEqualTo(11);
        assertThat(scrollback.from(0).text().text()).isEqualTo("hello world");
        assertThat(scrollback.from(6).text().text()).isEqualTo("world");
        assertThat(scrollback.from(11).bytes()).isEmpty();
        assertThat(scrollback.from(500).offset()).isEqualTo(11);
    }

    @Test
    void nothing_was_shown_yet() {
        assertThat(new Scrollback(100).from(0).bytes()).isEmpty();
    }

    @Test
    void however_much_is_shown_in_pieces_of_any_size_the_end_of_it_is_kept() {
        var random = new Random(7);
        var all = new byte[200_000];
        random.nextBytes(all);
        // No byte that could be the inside of a character: those are cut by a rule of their own.
        for (int i = 0; i < all.length; i++) {
            all[i] &= 0x7f;
        }
        var scrollback = new Scrollback(50_000);
        for (int at = 0; at < all.length; ) {
            int length = Math.min(all.length - at, random.nextInt(at < 100_000 ? 5_000 : 70_000));
            scrollback.add(Arrays.copyOfRange(all, at, at + length));
            at += length;

            var piece = scrollback.from(0);
            assertThat(piece.offset()).isEqualTo(Math.max(0, at - 50_000));
            assertThat(piece.bytes()).isEqualTo(Arrays.copyOfRange(all, (int) piece.offset(), at));
        }
    }

    @Test
    void what_is_kept_begins_with_a_whole_character() {
        var scrollback = new Scrollback(8);
        scrollback.add(bytes("ä€😀"));

        var piece = scrollback.from(0);

        assertThat(new String(piece.bytes(), StandardCharsets.UTF_8)).isEqualTo("€😀");
        assertThat(piece.offset()).isEqualTo(2);
    }

    @Test
    void a_character_that_has_not_come_whole_is_left_for_the_next_reading() {
        var scrollback = new Scrollback(100);
        var euro = bytes("a€");
        scrollback.add(Arrays.copyOf(euro, 3));

        var first = scrollback.from(0).text();
        assertThat(first.text()).isEqualTo("a");
        assertThat(first.next()).isEqualTo(1);

        scrollback.add(Arrays.copyOfRange(euro, 3, 4));
        assertThat(scrollback.from(first.next()).text().text()).isEqualTo("€");
    }

    @Test
    void bytes_that_are_no_text_are_shown_as_such_and_do_not_stop_the_reading() {
        var scrollback = new Scrollback(100);
        scrollback.add(new byte[] {'a', (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80});

        var read = scrollback.from(0).text();
        assertThat(read.text()).startsWith("a\ufffd");
        assertThat(read.next()).isEqualTo(5);
    }
}
