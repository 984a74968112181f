package dev.switchboard.edge.net;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text of the wire, both ways. */
final class Utf8 {
    private Utf8() {}

    static String decode(byte[] bytes, int from, int to) throws FrameException {
        var text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        // The fast way replaces what is broken; only a text that holds the replacement needs the strict way.
        if (text.indexOf('\uFFFD') >= 0) {
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
            } catch (CharacterCodingException _) {
                throw new FrameException(CloseCode.NOT_UTF8, "text must be UTF-8");
            }
        }
        return text;
    }

    /** The text's bytes, cut between two characters where they would be more than {@code limit}. */
    static byte[] encode(String text, int limit) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= limit) {
            return bytes;
        }
        int end = limit;
        while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return Arrays.copyOf(bytes, end);
    }
}
