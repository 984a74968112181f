package dev.switchboard.edge.api;

import java.nio.charset.StandardCharsets;

/** The name a browser saves a file under (RFC 6266): somebody else chose it, so nothing in it may mean anything else. */
final class DownloadName {
    /** What may stand as it is in the form that has percent signs (RFC 8187), beside letters and digits. */
    private static final String PLAIN = "!#$&+-.^_`|~";

    private DownloadName() {}

    /** The value of {@code Content-Disposition}. */
    static String disposition(String name) {
        var shown = visible(name);
        var plain = ascii(shown);
        var header = "attachment; filename=\"%s\"".formatted(plain);
        return plain.equals(shown) ? header : header + "; filename*=UTF-8''" + encoded(shown);
    }

    /** Without what is not seen, such as the mark that turns the direction of writing and so hides how a name ends. */
    private static String visible(String name) {
        var visible = new StringBuilder();
        name.codePoints()
                .map(c -> switch (Character.getType(c)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR -> '_';
                    default -> c == '/' || c == '\\' ? '_' : c;
                })
                .forEach(visible::appendCodePoint);
        return visible.toString();
    }

    /** For those who know only this form; a percent sign would be decoded by some. */
    private static String ascii(String name) {
        var ascii = new StringBuilder();
        name.codePoints()
                .map(c -> c < 0x20 || c > 0x7e || c == '"' || c == '%' ? '_' : c)
                .forEach(ascii::appendCodePoint);
        return ascii.toString();
    }

    private static String encoded(String name) {
        var encoded = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append("%%%02X".formatted((int) c));
            }
        }
        return encoded.toString();
    }

    private static boolean isLetterOrDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }
}
