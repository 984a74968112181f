package dev.switchboard.terminals;

import dev.switchboard.core.terminal.Screenful;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The last bytes that a terminal has shown, by their offset from its start. What they mean is not looked at, save that no
 * piece begins within a character.
 *
 * <p>Thread: whoever holds the terminal's lock.
 */
final class Scrollback {
    private static final int FIRST = 16 * 1024;

    private final int most;
    private byte[] ring = new byte[0];
    /** The offset that stands at the ring's index 0, or did when it was this large first. */
    private long origin;

    private long start;
    private long end;

    /** @param most bytes that are kept; the ring grows up to that as they come */
    Scrollback(int most) {
        this.most = most;
    }

    /** @param offset of the first byte */
    record Piece(byte[] bytes, long offset) {
        /** As text; a character whose end has not come yet is left for the next time. */
        Screenful text() {
            int length = bytes.length - begunCharacter();
            return new Screenful(new String(bytes, 0, length, StandardCharsets.UTF_8), offset, offset + length);
        }

        /** How many bytes at the end are the beginning of a character. */
        private int begunCharacter() {
            for (int back = 1; back <= Math.min(3, bytes.length); back++) {
                int b = bytes[bytes.length - back] & 0xff;
                if (!isInside(b)) {
                    int length = b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : b >= 0xc0 ? 2 : 1;
                    return length > back ? back : 0;
                }
            }
            return 0;
        }
    }

    /** The offset of the oldest byte that is kept. */
    long start() {
        return start;
    }

    long end() {
        return end;
    }

    /** Where to begin so as to see the last bytes, at most so many, from a whole character on. */
    long last(int bytes) {
        return begin(Math.max(start, end - bytes));
    }

    /** At most so many bytes from this offset on, cut anywhere. */
    byte[] piece(long offset, int most) {
        return copy(offset, Math.min(end, offset + most));
    }

    void add(byte[] bytes) {
        grow(bytes.length);
        // Of more than fits only the end stays.
        int skipped = Math.max(0, bytes.length - ring.length);
        int length = bytes.length - skipped;
        int at = index(end + skipped);
        int first = Math.min(length, ring.length - at);
        System.arraycopy(bytes, skipped, ring, at, first);
        System.arraycopy(bytes, skipped + first, ring, 0, length - first);
        end += bytes.length;
        start = Math.max(start, end - ring.length);
    }

    /** All that is kept from this offset on. */
    Piece from(long offset) {
        long from = Math.min(Math.max(offset, start), end);
        if (from > offset) {
            // The beginning was overwritten somewhere, maybe in the middle of a character.
            from = begin(from);
        }
        return new Piece(copy(from, end), from);
    }

    /** This offset, or that of the next character. */
    private long begin(long offset) {
        long from = offset;
        for (int i = 0; i < 3 && from > 0 && from < end && isInside(ring[index(from)] & 0xff); i++) {
            from++;
        }
        return from;
    }

    private byte[] copy(long from, long to) {
        var bytes = new byte[(int) (to - from)];
        int at = bytes.length == 0 ? 0 : index(from);
        int first = Math.min(bytes.length, ring.length - at);
        System.arraycopy(ring, at, bytes, 0, first);
        System.arraycopy(ring, 0, bytes, first, bytes.length - first);
        return bytes;
    }

    private void grow(int more) {
        long wanted = end - start + more;
        if (ring.length == most || wanted <= ring.length) {
            return;
        }
        int length = Math.max(FIRST, ring.length);
        while (length < wanted && length < most) {
            length *= 2;
        }
        ring = Arrays.copyOf(copy(start, end), Math.min(length, most));
        origin = start;
    }

    private int index(long offset) {
        return (int) ((offset - origin) % ring.length);
    }

    /** Whether this is no character's first byte. */
    private static boolean isInside(int b) {
        return (b & 0xc0) == 0x80;
    }
}
