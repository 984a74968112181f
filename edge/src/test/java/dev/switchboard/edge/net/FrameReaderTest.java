package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameReaderTest {
    private static final int LIMIT = 1024 * 1024;

    private final FrameReader reader = new FrameReader();
    private final Heard heard = new Heard();
    private long mostHeld;

    /** Also where a piece ends within a character or within the mask. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 1000, 1024, 65_537, 400_000})
    void a_long_message_that_comes_in_bits_is_whole(int bit) throws FrameException {
        var text = "0123456789 äöü 😀 ".repeat(20_000);

        feed(frame(text, 0x12AB_34CD), () -> bit);

        assertThat(heard.texts).containsExactly(text);
        assertThat(reader.held()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void bits_of_any_size_make_the_messages_they_are_of(long seed) throws FrameException {
        var random = new Random(seed);
        var texts = new ArrayList<String>();
        var all = new ByteArrayOutputStream();
        for (int i = 0; i < 30; i++) {
            var text = "x".repeat(random.nextInt(3)) + "ä%d ".formatted(i).repeat(random.nextInt(20_000));
            texts.add(text);
            all.writeBytes(frame(text, random.nextInt()));
        }

        feed(all.toByteArray(), () -> 1 + random.nextInt(30_000));

        assertThat(heard.texts).as("seed " + seed).isEqualTo(texts);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 65_537})
    void an_unfinished_message_takes_little_more_than_what_has_come_of_it(int bit) throws FrameException {
        feed(Arrays.copyOf(frame("x".repeat(900_000), 0x0102_0304), 300_000), () -> bit);

        assertThat(heard.texts).isEmpty();
        assertThat(mostHeld).isBetween(299_000L, 300_000L + 2 * 65_537);
    }

    /** As many bytes at a time as a client may choose to send at once. */
    private void feed(byte[] bytes, IntSupplier bit) throws FrameException {
        for (int at = 0, next; at < bytes.length; at = next) {
            next = Math.min(bytes.length, at + bit.getAsInt());
            reader.feed(UnpooledByteBufAllocator.DEFAULT, Unpooled.copiedBuffer(bytes, at, next - at));
            while (reader.advance(LIMIT, heard)) {}
            mostHeld = Math.max(mostHeld, reader.held());
        }
    }

    private static byte[] frame(String text, int mask) {
        var payload = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= (byte) (mask >>> 24 - 8 * (i % 4));
        }
        return ByteBuffer.allocate(14 + payload.length)
                .put((byte) 0x81)
                .put((byte) (0x80 | 127))
                .putLong(payload.length)
                .putInt(mask)
                .put(payload)
                .array();
    }

    private static final class Heard implements FrameReader.Sink {
        final List<String> texts = new ArrayList<>();

        @Override
        public void onText(String text, int bytes) {
            texts.add(text);
        }

        @Override
        public void onBinary() {}

        @Override
        public void onPing(byte[] payload) {}

        @Override
        public void onPong() {}

        @Override
        public void onCloseFrame(int code, String reason) {}
    }
}
