package dev.switchboard.tools.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputTest {
    @Test
    void text_in_chunks_of_any_size_is_the_text() {
        Cases.check(200, draw -> isTheText(draw.anyText(200), draw.listOf(1, 5, () -> draw.between(1, 7))));
    }

    private static void isTheText(String text, List<Integer> sizes) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var output = new Output();
        int chunk = 0;
        for (int from = 0; from < bytes.length; chunk++) {
            int size = Math.min(bytes.length - from, sizes.get(chunk % sizes.size()));
            output.add(Arrays.copyOfRange(bytes, from, from + size), size);
            from += size;
        }
        assertThat(output.text()).isEqualTo(new String(bytes, StandardCharsets.UTF_8));
        assertThat(output.truncated()).isFalse();
    }

    @Test
    void of_very_much_the_beginning_and_the_end_are_kept_and_the_rest_is_counted() {
        Cases.check(10, draw -> beginningAndEndAreKept(draw.between(1, 3_000_000), draw.between(1_000, 100_000)));
    }

    private static void beginningAndEndAreKept(int tooMuch, int chunk) {
        var bytes = numbers(Output.HEAD + Output.TAIL + tooMuch);

        var output = added(bytes, chunk);

        assertThat(output.truncated()).isTrue();
        assertThat(output.text()
                        .equals(ascii(bytes, 0, Output.HEAD)
                                + "\n[... " + tooMuch + " bytes left out ...]\n"
                                + ascii(bytes, bytes.length - Output.TAIL, bytes.length)))
                .as("head, line, tail")
                .isTrue();
    }

    @Test
    void exactly_as_much_as_fits_is_all_there() {
        var bytes = numbers(Output.HEAD + Output.TAIL);

        var output = added(bytes, 65_536);

        assertThat(output.truncated()).isFalse();
        assertThat(output.text().equals(ascii(bytes, 0, bytes.length))).isTrue();
    }

    @Test
    void no_character_is_cut_in_two_by_what_was_left_out() {
        for (int shift = 0; shift < 4; shift++) {
            var text = "x".repeat(shift) + "😀".repeat((Output.HEAD + Output.TAIL) / 4 + 1000);
            var bytes = text.getBytes(StandardCharsets.UTF_8);

            var shown = added(bytes, 65_536).text();

            assertThat(shown.indexOf('\ufffd')).as("replaced characters").isNegative();
            int left = Integer.parseInt(shown.replaceAll("(?s).*\\[\\.\\.\\. (\\d+) bytes left out.*", "$1"));
            var kept = shown.replaceFirst("\n\\[.*]\n", "").getBytes(StandardCharsets.UTF_8);
            assertThat(kept.length + left).isEqualTo(bytes.length);
        }
    }

    @Test
    void what_is_no_utf_8_is_replaced_and_escapes_are_kept() {
        var bytes = new byte[] {'a', (byte) 0xff, 0x1b, '[', '3', '1', 'm', (byte) 0xc3};
        assertThat(added(bytes, 8).text()).isEqualTo("a\ufffd\u001b[31m\ufffd");
    }

    private static Output added(byte[] bytes, int chunk) {
        var output = new Output();
        for (int from = 0; from < bytes.length; from += chunk) {
            int size = Math.min(chunk, bytes.length - from);
            output.add(Arrays.copyOfRange(bytes, from, from + size), size);
        }
        return output;
    }

    /** Bytes that differ from their neighbours near and far. */
    private static byte[] numbers(int length) {
        var bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('0' + (i / 1_000_003 + i / 1009 + i) % 10);
        }
        return bytes;
    }

    private static String ascii(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
    }
}
