package dev.switchboard.edge.net;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a message that is still coming. They stay where they were put and are joined once, at the end: a buffer that
 * grows would copy a long message several times over, and many at once on an event loop keep everybody else waiting.
 */
final class Pieces {
    /** Of a piece that is made before it is needed: a client that sends byte by byte gets no array for each. */
    private static final int MOST_AHEAD = 64 * 1024;

    private final List<byte[]> full = new ArrayList<>(0);
    private byte[] last = {};
    private int inLast;
    private int length;
    private int held;

    /** What it takes in memory. */
    int held() {
        return held;
    }

    /**
     * Takes so many bytes, and returns the mask as the next ones need it.
     *
     * @param announced how many there will be in all, as far as is known: never more room than that
     */
    int take(ByteBuf in, int count, int announced, int mask) {
        int turned = mask;
        int left = count;
        while (left > 0) {
            if (inLast == last.length) {
                addPiece(left, announced);
            }
            int fits = Math.min(left, last.length - inLast);
            in.readBytes(last, inLast, fits);
            turned = Mask.takeOff(turned, last, inLast, fits);
            inLast += fits;
            length += fits;
            left -= fits;
        }
        return turned;
    }

    /** The first one has exactly what is there: most messages come whole. After that as much again as there is. */
    private void addPiece(int needed, int announced) {
        if (length > 0) {
            full.add(last);
        }
        int ahead = Math.min(length, MOST_AHEAD);
        last = new byte[Math.max(needed, Math.min(ahead, announced - length))];
        inLast = 0;
        held += last.length;
    }

    /** All of it as a text. */
    String text() throws FrameException {
        if (full.isEmpty()) {
            return Utf8.decode(last, 0, inLast);
        }
        var whole = new byte[length];
        int at = 0;
        for (var piece : full) {
            System.arraycopy(piece, 0, whole, at, piece.length);
            at += piece.length;
        }
        System.arraycopy(last, 0, whole, at, inLast);
        return Utf8.decode(whole, 0, length);
    }

    int length() {
        return length;
    }
}
