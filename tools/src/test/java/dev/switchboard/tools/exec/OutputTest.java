package dev.switchboard.tools.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputTest {
    @TempDir
    Path folder = Path.of("");

    private Output output = new Output(new OutputFiles(folder));

    @BeforeEach
    void make() {
        output = new Output(new OutputFiles(folder));
    }

    @AfterEach
    void close() {
        output.close();
    }

    @Test
    void text_in_chunks_of_any_size_is_the_text() throws IOException {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            make();
            var text = random.ints(random.nextInt(300), 1, 0x3000)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            add(text.getBytes(StandardCharsets.UTF_8), () -> 1 + random.nextInt(7));
            assertThat(output.text()).as("seed %d", seed).isEqualTo(text);
            assertThat(output.isLong()).isFalse();
        }
    }

    @Test
    void what_is_longer_than_is_held_is_all_in_the_file_and_held_by_its_ends() throws IOException {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            make();
            var bytes = numbers(Output.HELD + 1 + random.nextInt(200_000));
            int most = 1 + random.nextInt(100_000);
            add(bytes, () -> 1 + random.nextInt(most));

            assertThat(output.text().equals(ends(bytes, Output.END, Output.END)))
                    .as("both ends, seed %d", seed)
                    .isTrue();
            assertThat(read().equals(ascii(bytes, 0, bytes.length)))
                    .as("all of it, seed %d", seed)
                    .isTrue();
            assertThat(output.isCut()).isFalse();
            close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4095, 1_000_003, Output.TAIL, 2 * Output.TAIL + 5})
    void of_very_much_the_beginning_and_the_end_are_kept_and_the_rest_is_counted(int tooMuch) throws IOException {
        var bytes = numbers(Output.HEAD + Output.TAIL + tooMuch);

        add(bytes, () -> 60_001);

        assertThat(output.isCut()).isTrue();
        assertThat(output.total()).isEqualTo(bytes.length);
        assertThat(read().equals(ends(bytes, Output.HEAD, Output.TAIL)))
                .as("head, line, tail")
                .isTrue();
    }

    @Test
    void exactly_as_much_as_fits_is_all_there() throws IOException {
        var bytes = numbers(Output.HEAD + Output.TAIL);
        add(bytes, () -> 65_536);
        assertThat(output.isCut()).isFalse();
        assertThat(read().equals(ascii(bytes, 0, bytes.length))).isTrue();

        make();
        add(Arrays.copyOf(bytes, Output.HELD), () -> 65_536);
        assertThat(output.isLong()).isFalse();
        assertThat(output.text().equals(ascii(bytes, 0, Output.HELD))).isTrue();
    }

    @Test
    void no_character_is_cut_in_two_by_what_was_left_out() throws IOException {
        for (int shift = 0; shift < 4; shift++) {
            make();
            var text = "x".repeat(shift) + "😀".repeat((Output.HEAD + Output.TAIL) / 4 + 1000);
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            add(bytes, () -> 65_536);

            assertCounted(output.text(), bytes.length);
            assertCounted(read(), bytes.length);
            close();
        }
    }

    private static void assertCounted(String shown, int all) {
        assertThat(shown.indexOf('\ufffd')).as("replaced characters").isNegative();
        int left = Integer.parseInt(shown.replaceAll("(?s).*\\[\\.\\.\\. (\\d+) bytes left out.*", "$1"));
        var kept = shown.replaceFirst("\n\\[.*]\n", "").getBytes(StandardCharsets.UTF_8);
        assertThat(kept.length + left).isEqualTo(all);
    }

    @Test
    void what_is_no_utf_8_is_replaced_and_escapes_are_kept() {
        add(new byte[] {'a', (byte) 0xff, 0x1b, '[', '3', '1', 'm', (byte) 0xc3}, () -> 8);
        assertThat(output.text()).isEqualTo("a\ufffd\u001b[31m\ufffd");
    }

    @Test
    void what_comes_after_its_end_is_no_part_of_it() throws IOException {
        var bytes = numbers(Output.HELD + 10);
        add(bytes, () -> 1000);
        output.end();
        add(bytes, () -> 1000);
        assertThat(output.total()).isEqualTo(bytes.length);
        assertThat(read().equals(ascii(bytes, 0, bytes.length))).isTrue();
    }

    private void add(byte[] bytes, IntSupplier chunk) {
        for (int from = 0; from < bytes.length; ) {
            int size = Math.min(chunk.getAsInt(), bytes.length - from);
            output.add(Arrays.copyOfRange(bytes, from, from + size), size);
            from += size;
        }
    }

    private String read() throws IOException {
        try (var text = output.open()) {
            return text.readAllAsString();
        }
    }

    /** Bytes that differ from their neighbours near and far. */
    private static byte[] numbers(int length) {
        var bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('0' + (i / 1_000_003 + i / 1009 + i) % 10);
        }
        return bytes;
    }

    private static String ends(byte[] bytes, int head, int tail) {
        return ascii(bytes, 0, head)
                + "\n[... " + (bytes.length - head - tail) + " bytes left out ...]\n"
                + ascii(bytes, bytes.length - tail, bytes.length);
    }

    private static String ascii(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
    }
}
