package dev.switchboard.tools.files;

import dev.switchboard.core.workspace.NotShown;
import dev.switchboard.tools.Refused;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text as bytes and back, without guessing: what is no text is refused, never replaced by question marks. */
final class Utf8 {
    private Utf8() {}

    static String decode(String path, byte[] bytes) throws Refused {
        for (byte b : bytes) {
            if (b == 0) {
                throw notText(path);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            throw notText(path);
        }
    }

    static ByteBuffer encode(String field, String text) throws Refused {
        try {
            return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException _) {
            throw new Refused(field + " has half of a surrogate pair, which is no character");
        }
    }

    static Refused notText(String path) {
        return new FileRefused(
                new NotShown.NoText(),
                "%s is not UTF-8 text but binary or in another encoding: use exec for it, such as file, xxd or iconv"
                        .formatted(path));
    }
}
