package dev.switchboard.edge.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What a client's payload is masked with: four bytes, turned as far as the next byte needs them. */
final class Mask {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Mask() {}

    /** Takes the mask off these bytes, and returns it as the ones after them need it. */
    static int takeOff(int mask, byte[] bytes, int from, int count) {
        int turned = mask;
        int at = from;
        int end = from + count;
        long twice = (long) turned << 32 | (turned & 0xFFFF_FFFFL);
        for (; at + 8 <= end; at += 8) {
            LONGS.set(bytes, at, (long) LONGS.get(bytes, at) ^ twice);
        }
        for (; at < end; at++) {
            turned = Integer.rotateLeft(turned, 8);
            bytes[at] ^= (byte) turned;
        }
        return turned;
    }
}
