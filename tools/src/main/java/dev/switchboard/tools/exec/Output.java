package dev.switchboard.tools.exec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What a command has written: all of it, or of very much the first 2 MiB and the last 8 MiB. The beginning tells what
 * was done and the end how it went.
 *
 * <p>Thread: one adds while others look.
 */
final class Output {
    static final int HEAD = 2 * 1024 * 1024;
    static final int TAIL = 8 * 1024 * 1024;

    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    /** A ring once it has its full size; until then it grows before it would go round. */
    private byte[] tail = new byte[0];

    private long inTail;

    synchronized void add(byte[] bytes, int length) {
        int first = Math.min(HEAD - head.size(), length);
        head.write(bytes, 0, first);
        grow(length - first);
        for (int from = first; from < length; ) {
            int at = (int) (inTail % TAIL);
            int part = Math.min(length - from, tail.length - at);
            System.arraycopy(bytes, from, tail, at, part);
            from += part;
            inTail += part;
        }
    }

    private void grow(int more) {
        if (tail.length < TAIL && inTail + more > tail.length) {
            tail = Arrays.copyOf(tail, (int) Math.min(TAIL, Math.max(inTail + more, 2L * tail.length)));
        }
    }

    synchronized boolean truncated() {
        return inTail > TAIL;
    }

    /** As text; what is no UTF-8 is replaced, and no character is cut in two by what was left out. */
    synchronized String text() {
        if (!truncated()) {
            var all = new ByteArrayOutputStream(head.size() + (int) inTail);
            all.writeBytes(head.toByteArray());
            all.write(tail, 0, (int) inTail);
            return all.toString(StandardCharsets.UTF_8);
        }
        var begin = head.toByteArray();
        int beginLength = withoutBrokenEnd(begin);
        var end = inOrder();
        int endStart = brokenStart(end);
        long leftOut = inTail - TAIL + (begin.length - beginLength) + endStart;
        return new String(begin, 0, beginLength, StandardCharsets.UTF_8)
                + "\n[... %d bytes left out ...]\n".formatted(leftOut)
                + new String(end, endStart, end.length - endStart, StandardCharsets.UTF_8);
    }

    private byte[] inOrder() {
        int oldest = (int) (inTail % TAIL);
        var ordered = new byte[TAIL];
        System.arraycopy(tail, oldest, ordered, 0, TAIL - oldest);
        System.arraycopy(tail, 0, ordered, TAIL - oldest, oldest);
        return ordered;
    }

    private static int withoutBrokenEnd(byte[] bytes) {
        int following = 0;
        while (following < 3 && isFollowing(bytes[bytes.length - 1 - following])) {
            following++;
        }
        int first = bytes.length - 1 - following;
        return following + 1 < lengthOf(bytes[first]) ? first : bytes.length;
    }

    private static int brokenStart(byte[] bytes) {
        int start = 0;
        while (start < 3 && isFollowing(bytes[start])) {
            start++;
        }
        return start;
    }

    private static boolean isFollowing(byte b) {
        return (b & 0xc0) == 0x80;
    }

    /** How many bytes a character has that begins so. */
    private static int lengthOf(byte first) {
        int value = first & 0xff;
        return value >= 0xf0 ? 4 : value >= 0xe0 ? 3 : value >= 0xc0 ? 2 : 1;
    }
}
