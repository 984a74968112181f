package dev.switchboard.tools.web;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Makes text of bytes: by the mark at their beginning, by what the server says, by what the page says of itself. */
final class TextDecoding {
    /** How far a page is searched for what it says of itself, as browsers do. */
    private static final int SEARCHED = 1_024;

    private static final Pattern DECLARED = Pattern.compile(
            "(?i)<meta[^>]{0,200}charset\\s*=\\s*[\"']?([a-z0-9_:.-]+)|<\\?xml[^>]{0,100}encoding\\s*=\\s*[\"']([a-z0-9_:.-]+)");

    /** What the text of old pages really is when they say Latin-1, or nothing. */
    private static final Charset WINDOWS = Charset.forName("windows-1252");

    private record Mark(Charset charset, byte[] bytes) {}

    private static final List<Mark> MARKS = List.of(
            new Mark(StandardCharsets.UTF_8, new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}),
            new Mark(StandardCharsets.UTF_16BE, new byte[] {(byte) 0xfe, (byte) 0xff}),
            new Mark(StandardCharsets.UTF_16LE, new byte[] {(byte) 0xff, (byte) 0xfe}));

    private TextDecoding() {}

    static String decode(byte[] bytes, Optional<String> saidByServer) {
        for (Mark mark : MARKS) {
            int length = mark.bytes().length;
            if (bytes.length >= length && Arrays.equals(bytes, 0, length, mark.bytes(), 0, length)) {
                return new String(bytes, length, bytes.length - length, mark.charset());
            }
        }
        return saidByServer
                .flatMap(TextDecoding::known)
                .or(() -> declared(bytes))
                .map(charset -> new String(bytes, charset))
                .orElseGet(
                        () -> isUtf8(bytes) ? new String(bytes, StandardCharsets.UTF_8) : new String(bytes, WINDOWS));
    }

    /** Whether it is UTF-8, except for a last character that may have been cut. */
    static boolean isUtf8(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes.length - end < 3 && (bytes[end - 1] & 0xc0) == 0x80) {
            end--;
        }
        boolean cut = end > 0 && (bytes[end - 1] & 0xc0) == 0xc0;
        int complete = cut && !decodes(bytes, bytes.length) ? end - 1 : bytes.length;
        return decodes(bytes, complete);
    }

    private static boolean decodes(byte[] bytes, int length) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static Optional<Charset> declared(byte[] bytes) {
        String start = new String(bytes, 0, Math.min(bytes.length, SEARCHED), StandardCharsets.ISO_8859_1);
        return DECLARED.matcher(start)
                .results()
                .flatMap(found -> Stream.of(1, 2).map(found::group))
                .filter(name -> name != null)
                .findFirst()
                .flatMap(TextDecoding::known)
                // What could be read without knowing the charset is not written two bytes a character.
                .map(charset -> charset.name().startsWith("UTF-16") ? StandardCharsets.UTF_8 : charset);
    }

    private static Optional<Charset> known(String name) {
        try {
            Charset charset = Charset.forName(name);
            boolean latin = charset.equals(StandardCharsets.ISO_8859_1) || charset.equals(StandardCharsets.US_ASCII);
            return Optional.of(latin ? WINDOWS : charset);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
