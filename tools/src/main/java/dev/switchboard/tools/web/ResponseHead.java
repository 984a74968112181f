package dev.switchboard.tools.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The first part of an HTTP/1.1 response.
 *
 * @param reason the words after the status, maybe none
 * @param fields by name in lower case; repeated ones joined by commas
 */
record ResponseHead(int status, String reason, Map<String, String> fields) {
    private static final int MOST_BYTES = 64 * 1024;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[0-9] ([1-9][0-9]{2})(?: (.*))?");

    static ResponseHead read(InputStream in) throws IOException {
        var lines = new Lines(in);
        while (true) {
            var status = STATUS.matcher(lines.next());
            if (!status.matches()) {
                throw new FetchFailed("the server does not speak HTTP/1.1");
            }
            Map<String, String> fields = fields(lines);
            int code = Integer.parseInt(status.group(1));
            // Informational responses precede the one that counts.
            if (code >= 200) {
                return new ResponseHead(
                        code, status.group(2) == null ? "" : status.group(2).strip(), fields);
            }
        }
    }

    Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name)).filter(value -> !value.isBlank());
    }

    boolean isRedirect() {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }

    private static Map<String, String> fields(Lines lines) throws IOException {
        Map<String, String> fields = new TreeMap<>();
        for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
                fields.merge(name, line.substring(colon + 1).strip(), (first, more) -> first + ", " + more);
            }
        }
        return fields;
    }

    private static final class Lines {
        private final InputStream in;
        private int left = MOST_BYTES;

        Lines(InputStream in) {
            this.in = in;
        }

        String next() throws IOException {
            var line = new StringBuilder();
            int c;
            while ((c = in.read()) != '\n') {
                if (c < 0) {
                    throw new FetchFailed("the server closed the connection without an answer");
                }
                if (left-- == 0) {
                    throw new FetchFailed("the server's answer has headers of more than 64 KiB");
                }
                line.append((char) c);
            }
            // What is not ASCII is UTF-8 in practice, above all in the target of a redirect.
            byte[] bytes = line.toString().getBytes(StandardCharsets.ISO_8859_1);
            return new String(bytes, StandardCharsets.UTF_8).stripTrailing();
        }
    }
}
