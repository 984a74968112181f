package dev.switchboard.app.proof;

import dev.switchboard.testkit.RawSocket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Frames nobody should send, the same ones for the same seed. */
final class BrokenFrames {
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "42",
            "-0",
            "1e400",
            "-1e-400",
            "1" + "0".repeat(500),
            "0." + "3".repeat(900),
            "[]",
            "[null]",
            "[[\"text\"]]",
            "{}",
            "{\"a\":{\"b\":[1,2,3]}}",
            "\"\"",
            "\" \"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"\\udc00\\ud800\"",
            "\"half \\ud83d here\"",
            "\"\\uffff\\ufeff\"",
            "\"a/b?c#d%2e..\"",
            "\"" + "x".repeat(200) + "\"",
            "\"" + "é".repeat(20_001) + "\"",
            "\"<script>alert(1)</script>\"",
            "\"'; DROP TABLE message; --\"",
            "NaN",
            "undefined",
            "\"\\x\"",
            "\"unterminated",
            "'single'");
    private static final List<String> FIELDS = List.of(
            "type",
            "message_id",
            "text",
            "thread_id",
            "user_id",
            "peer_id",
            "token",
            "capabilities",
            "constructor",
            "");
    private static final List<String> GREETING =
            List.of("peer_id", "device_name", "capabilities", "thread_id", "user_id", "token");

    private final Random random;
    private int messages;

    BrokenFrames(Random random) {
        this.random = random;
    }

    /** A broken frame as text, in pieces, or as something that is no text at all. */
    void throwAt(RawSocket device) throws IOException {
        switch (random.nextInt(12)) {
            case 0 -> device.frame(RawSocket.FINAL | RawSocket.BINARY, randomBytes(200));
            case 1 -> device.text("");
            case 2 -> inPieces(device, text());
            default -> device.text(text());
        }
    }

    /** A greeting with at least one field that is not as it should be. */
    String greeting() {
        var field = pick(GREETING);
        var value = pick(VALUES);
        return switch (random.nextInt(4)) {
            case 0 -> "{\"type\":\"connect\"}";
            case 1 -> "{\"type\":\"connect\",\"peer_id\":\"greeter\",\"%s\":%s}".formatted(field, value);
            case 2 -> mutated("{\"type\":\"connect\",\"peer_id\":\"greeter\",\"capabilities\":[\"text\"]}");
            default -> "{\"type\":\"connect\",\"%s\":%s}".formatted(field, value);
        };
    }

    /** Bytes that are no frame by the rules of the WebSocket protocol. */
    byte[] garbage() {
        return switch (random.nextInt(11)) {
            case 0 -> framed(RawSocket.FINAL | 3 + random.nextInt(5), "reserved data");
            case 1 -> framed(RawSocket.FINAL | 11 + random.nextInt(5), "reserved control");
            case 2 -> framed(RawSocket.FINAL | RawSocket.TEXT | (1 + random.nextInt(7)) << 4, "reserved bits");
            case 3 -> RawSocket.header(RawSocket.FINAL | RawSocket.TEXT, Long.MAX_VALUE);
            case 4 -> RawSocket.header(RawSocket.FINAL | RawSocket.TEXT, -1);
            case 5 -> RawSocket.header(RawSocket.FINAL | RawSocket.TEXT, 1L << (20 + random.nextInt(20)));
            case 6 -> framed(RawSocket.PING, "a control frame in pieces");
            case 7 -> framed(RawSocket.FINAL | RawSocket.PING, "x".repeat(126 + random.nextInt(1_000)));
            case 8 -> framed(RawSocket.FINAL, "goes on with nothing");
            case 9 -> new byte[] {(byte) (RawSocket.FINAL | RawSocket.TEXT), 5, 'h', 'e', 'l', 'l', 'o'}; // no mask
            default -> randomBytes(2_000);
        };
    }

    private String text() {
        return switch (random.nextInt(9)) {
            case 0 -> mutated(message());
            case 1 -> withWrongField();
            case 2 -> message().substring(0, random.nextInt(message().length()));
            case 3 -> nested();
            case 4 -> "{\"type\":%s}".formatted(pick(VALUES));
            case 5 -> randomText();
            case 6 -> pick(VALUES);
            case 7 -> message() + pick(List.of("{}", ",", " // comment", "\u0000", "}", message()));
            default -> "{\"type\":\"message\",\"type\":\"ping\",\"%s\":%s}".formatted(pick(FIELDS), pick(VALUES));
        };
    }

    private String message() {
        return "{\"type\":\"message\",\"message_id\":\"f-%d\",\"text\":\"hello\",\"thread_id\":\"t\",\"user_id\":\"u\"}"
                .formatted(++messages);
    }

    private String withWrongField() {
        return "{\"type\":\"message\",\"message_id\":\"f-%d\",\"text\":\"hello\",\"%s\":%s}"
                .formatted(++messages, pick(FIELDS), pick(VALUES));
    }

    private String nested() {
        int depth = 1 << (4 + random.nextInt(12));
        return switch (random.nextInt(3)) {
            case 0 -> "[".repeat(depth) + "]".repeat(depth);
            case 1 -> "{\"type\":\"message\",\"text\":" + "{\"a\":".repeat(depth) + "1" + "}".repeat(depth + 1);
            default -> "{\"type\":\"ping\",\"x\":" + "[".repeat(depth);
        };
    }

    /** A few characters changed, lost or doubled. */
    private String mutated(String frame) {
        var text = new StringBuilder(frame);
        for (int i = random.nextInt(5); i >= 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.setCharAt(at, (char) random.nextInt(1, 0xD800));
                case 1 -> text.deleteCharAt(at);
                default -> text.insert(at, text.charAt(at));
            }
        }
        // Such a frame is a greeting again, and greetings have rules of their own.
        return text.toString().contains("\"connect\"") == frame.contains("\"connect\"") ? text.toString() : frame;
    }

    private String randomText() {
        var text = new StringBuilder();
        for (int i = random.nextInt(300); i >= 0; i--) {
            int c = random.nextInt(random.nextBoolean() ? 0x80 : 0x11_0000);
            text.appendCodePoint(c >= 0xD800 && c < 0xE000 ? '?' : c);
        }
        return text.toString();
    }

    /** Cut anywhere, also inside a character, with pings between the pieces. */
    private void inPieces(RawSocket device, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        int from = 0;
        int opcode = RawSocket.TEXT;
        for (int i = random.nextInt(4); i > 0; i--) {
            int to = from + random.nextInt(bytes.length - from + 1);
            device.frame(opcode, Arrays.copyOfRange(bytes, from, to));
            device.frame(RawSocket.FINAL | RawSocket.PING, new byte[random.nextInt(126)]);
            from = to;
            opcode = 0;
        }
        device.frame(RawSocket.FINAL | opcode, Arrays.copyOfRange(bytes, from, bytes.length));
    }

    private static byte[] framed(int firstByte, String payload) {
        var bytes = payload.getBytes(StandardCharsets.UTF_8);
        var header = RawSocket.header(firstByte, bytes.length);
        var frame = Arrays.copyOf(header, header.length + bytes.length);
        System.arraycopy(bytes, 0, frame, header.length, bytes.length);
        return frame;
    }

    private byte[] randomBytes(int atMost) {
        var bytes = new byte[random.nextInt(atMost)];
        random.nextBytes(bytes);
        return bytes;
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
