package dev.switchboard.bench;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The few WebSocket frames a device needs, made cheaply: the load generator shares its cores with what it measures.
 * Client frames are masked as they must be, with the key zero, which leaves the payload as it is.
 */
final class Frames {
    private static final int MASKED = 0x80;
    private static final int FIN = 0x80;
    private static final int DIGITS = 9;
    private static final byte[] ID = "\"message_id\":\"m-".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] ACCEPTED = "\"accepted\":true".getBytes(StandardCharsets.US_ASCII);

    static final int TEXT = 1;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    private Frames() {}

    static ByteBuffer client(int opcode, byte[] payload) {
        var frame = ByteBuffer.allocate(payload.length + 8);
        frame.put((byte) (FIN | opcode));
        if (payload.length < 126) {
            frame.put((byte) (MASKED | payload.length));
        } else {
            frame.put((byte) (MASKED | 126)).putShort((short) payload.length);
        }
        return frame.putInt(0).put(payload).flip();
    }

    static ByteBuffer text(String text) {
        return client(TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    static ByteBuffer connect(String peerId) {
        return text("{\"type\":\"connect\",\"peer_id\":\"" + peerId
                + "\",\"device_name\":\"bench\",\"capabilities\":[\"text\"]}");
    }

    /** Message frames that differ only in their number. Thread: one. */
    static final class Numbered {
        private final ByteBuffer frame;
        private final int at;

        Numbered(String text) {
            var json = "{\"type\":\"message\",\"message_id\":\"m-%s\",\"text\":\"%s\"}"
                    .formatted("0".repeat(DIGITS), text);
            this.frame = text(json);
            this.at = frame.limit() - json.length() + json.indexOf("m-") + 2;
        }

        ByteBuffer number(int number) {
            int rest = number;
            for (int i = DIGITS - 1; i >= 0; i--) {
                frame.put(at + i, (byte) ('0' + rest % 10));
                rest /= 10;
            }
            return frame.rewind();
        }
    }

    /** The number of the message a frame is about, -1 if it is about none. */
    static int number(byte[] bytes, int from, int to) {
        for (int i = from; i + ID.length + DIGITS <= to; i++) {
            if (bytes[i] == '"' && isId(bytes, i)) {
                int number = 0;
                for (int d = i + ID.length; d < i + ID.length + DIGITS; d++) {
                    number = 10 * number + bytes[d] - '0';
                }
                return number;
            }
        }
        return -1;
    }

    private static boolean isId(byte[] bytes, int at) {
        for (int i = 0; i < ID.length; i++) {
            if (bytes[at + i] != ID[i]) {
                return false;
            }
        }
        return true;
    }

    /** {@code {"type":"ack",…}}: the gateway writes the type first. */
    static boolean isAck(byte[] bytes, int from) {
        return bytes[from + 9] == 'a';
    }

    /** A refused message gets no reply, and a load that is refused measures nothing. */
    static void mustAccept(byte[] bytes, int from, int to) {
        for (int i = from; i + ACCEPTED.length <= to; i++) {
            if (Arrays.equals(bytes, i, i + ACCEPTED.length, ACCEPTED, 0, ACCEPTED.length)) {
                return;
            }
        }
        throw new MeasureException("not accepted: " + new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }

    static boolean isReply(byte[] bytes, int from) {
        return bytes[from + 9] == 'm';
    }
}
