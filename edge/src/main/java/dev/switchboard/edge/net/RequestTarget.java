package dev.switchboard.edge.net;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request's address, taken apart. The raw path is split first and each piece decoded once after, so {@code %2F} is a
 * slash inside an id; {@code .} and {@code ..} are names like any other.
 */
record RequestTarget(String path, List<String> segments, Map<String, String> query) {

    static RequestTarget parse(String target) throws RefusedException {
        if (!target.startsWith("/") || target.indexOf('#') >= 0) {
            throw new RefusedException(Refusal.BAD_TARGET);
        }
        int mark = target.indexOf('?');
        var path = mark < 0 ? target : target.substring(0, mark);
        return new RequestTarget(path, segments(path), mark < 0 ? Map.of() : query(target.substring(mark + 1)));
    }

    /** {@code /} has no segment, {@code /a/} has two and the second is empty. */
    private static List<String> segments(String path) throws RefusedException {
        if (path.length() == 1) {
            return List.of();
        }
        var segments = new ArrayList<String>();
        for (var raw : path.substring(1).split("/", -1)) {
            segments.add(decode(raw));
        }
        return List.copyOf(segments);
    }

    private static Map<String, String> query(String raw) throws RefusedException {
        var query = new LinkedHashMap<String, String>();
        for (var pair : raw.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                var name = decodeForm(equals < 0 ? pair : pair.substring(0, equals));
                query.putIfAbsent(name, equals < 0 ? "" : decodeForm(pair.substring(equals + 1)));
            }
        }
        return Collections.unmodifiableMap(query);
    }

    private static String decodeForm(String raw) throws RefusedException {
        return decode(raw.replace('+', ' '));
    }

    private static String decode(String raw) throws RefusedException {
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        var bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                bytes.write(hex(raw, i + 1) << 4 | hex(raw, i + 2));
                i += 2;
            } else if (c < 0x80) {
                bytes.write(c);
            } else {
                throw new RefusedException(Refusal.BAD_TARGET);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException _) {
            throw new RefusedException(Refusal.BAD_TARGET);
        }
    }

    private static int hex(String raw, int at) throws RefusedException {
        int digit = at < raw.length() && raw.charAt(at) < 0x80 ? Character.digit(raw.charAt(at), 16) : -1;
        if (digit < 0) {
            throw new RefusedException(Refusal.BAD_TARGET);
        }
        return digit;
    }
}
