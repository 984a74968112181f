package dev.switchboard.edge.net;

/** The close codes of RFC 6455 that the listener itself uses. */
final class CloseCode {
    static final int NORMAL = 1000;
    static final int GOING_AWAY = 1001;
    static final int PROTOCOL_ERROR = 1002;
    /** Never on the wire: a close frame came without a code. */
    static final int NONE_GIVEN = 1005;
    /** Never on the wire: no close frame came. */
    static final int CUT = 1006;

    static final int NOT_UTF8 = 1007;
    static final int POLICY = 1008;
    static final int TOO_BIG = 1009;
    static final int FAILED = 1011;
    static final int TRY_LATER = 1013;

    /** A control frame has at most 125 bytes, and two of them are the code. */
    private static final int MAX_REASON = 123;

    private CloseCode() {}

    /** What stands in a close frame; a reason that is too long is cut. */
    static byte[] payload(int code, String reason) {
        var words = Utf8.encode(reason, MAX_REASON);
        var payload = new byte[2 + words.length];
        payload[0] = (byte) (code >> 8);
        payload[1] = (byte) code;
        System.arraycopy(words, 0, payload, 2, words.length);
        return payload;
    }

    /** Whether a peer may say it. */
    static boolean isValid(int code) {
        return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
    }
}
