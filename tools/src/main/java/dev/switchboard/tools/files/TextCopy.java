package dev.switchboard.tools.files;

import dev.switchboard.tools.Refused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/**
 * Copies a text of any length, counts its lines and makes sure on the way that it is text.
 *
 * @param breaks line breaks in it; what is appended begins in the line after the last, also if that has text already
 */
record TextCopy(long breaks) {
    static final TextCopy EMPTY = new TextCopy(0);

    private static final int CHUNK = 64 * 1024;

    static TextCopy copy(String path, ReadableByteChannel from, Replacement to) throws Refused, IOException {
        var decoder = StandardCharsets.UTF_8.newDecoder();
        var bytes = ByteBuffer.allocate(CHUNK);
        long breaks = 0;
        while (true) {
            // At the front is what the last chunk had of a character that goes on in this one.
            int fresh = bytes.position();
            if (from.read(bytes) < 0) {
                break;
            }
            bytes.flip();
            for (int i = fresh; i < bytes.limit(); i++) {
                byte b = bytes.get(i);
                if (b == 0) {
                    throw Utf8.notText(path);
                }
                breaks += b == '\n' ? 1 : 0;
            }
            to.write(bytes.duplicate().position(fresh));
            check(path, decoder, bytes, false);
            bytes.compact();
        }
        check(path, decoder, bytes.flip(), true);
        return new TextCopy(breaks);
    }

    private static void check(String path, CharsetDecoder decoder, ByteBuffer bytes, boolean end) throws Refused {
        if (decoder.decode(bytes, CharBuffer.allocate(CHUNK), end).isError()) {
            throw Utf8.notText(path);
        }
    }
}
