package dev.switchboard.edge.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Takes WebSocket frames (RFC 6455, no extensions) out of bytes and puts fragments together. It is ours and not Netty's
 * because the size limit changes when the client has said who it is, because memory must follow what has come and not
 * what was announced, and because an idle connection keeps no buffer. Thread: the event loop; {@code drop} from any.
 */
final class FrameReader {

    /** What comes out. */
    interface Sink {
        /** @param bytes what the text takes in memory, at most */
        void onText(String text, int bytes);

        void onBinary();

        void onPing(byte[] payload);

        void onPong();

        void onCloseFrame(int code, String reason);
    }

    private static final int CONTINUATION = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int MAX_CONTROL = 125;
    private static final int LONGEST_HEADER = 14;
    private static final byte[] NOTHING = {};

    /** Bytes not yet decoded; none while the connection is idle. */
    private @Nullable ByteBuf rest;

    // The frame in hand, once its header has come.
    private boolean inFrame;
    private boolean isFinal;
    private int opcode;
    private int mask;
    private int left;

    // The message in hand, over all its fragments: TEXT, BINARY, or CONTINUATION for none.
    private int message = CONTINUATION;
    private int announced;
    // Changed under this: the event loop fills it, and whoever finds memory short drops it.
    private @Nullable Pieces payload;
    private boolean dropped;

    // A control frame may come between two fragments, so it has a place of its own.
    private byte[] control = NOTHING;
    private int controlLength;

    void feed(ByteBufAllocator allocator, ByteBuf bytes) {
        rest = rest == null ? bytes : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, rest, bytes);
    }

    int buffered() {
        return rest == null ? 0 : rest.readableBytes();
    }

    /** What it takes in memory. */
    int held() {
        return heldOfMessage() + (rest == null ? 0 : rest.capacity());
    }

    private synchronized int heldOfMessage() {
        return payload == null ? 0 : payload.held();
    }

    /** Lets the message in hand go; what still comes is decoded and not kept. */
    synchronized void drop() {
        dropped = true;
        payload = null;
    }

    /** Decodes up to the end of one frame; false if more bytes are needed for that. */
    boolean advance(int limit, Sink sink) throws FrameException {
        while (rest != null) {
            if (!inFrame && !readHeader(rest, limit)) {
                keepLittle(rest);
                return false;
            }
            readPayload(rest);
            if (!rest.isReadable()) {
                release();
            }
            if (left == 0) {
                inFrame = false;
                finish(sink);
                return true;
            }
        }
        return false;
    }

    void release() {
        if (rest != null) {
            rest.release();
            rest = null;
        }
    }

    /** Reads a whole header or nothing. */
    private boolean readHeader(ByteBuf in, int limit) throws FrameException {
        if (in.readableBytes() < 2) {
            return false;
        }
        int at = in.readerIndex();
        int first = in.getUnsignedByte(at);
        int second = in.getUnsignedByte(at + 1);
        checkFirstBytes(first, second);
        int shortLength = second & 0x7F;
        int extended = shortLength == 126 ? 2 : shortLength == 127 ? 8 : 0;
        if (in.readableBytes() < 2 + extended) {
            return false;
        }
        long size = extended == 2 ? in.getUnsignedShort(at + 2) : extended == 8 ? in.getLong(at + 2) : shortLength;
        // Judged by what is announced, before any of it is kept.
        if (opcode < 8 && (size < 0 || size + announced > limit)) {
            throw new FrameException(CloseCode.TOO_BIG, "a message may have " + limit + " bytes here");
        }
        if (in.readableBytes() < 2 + extended + 4) {
            return false;
        }
        mask = in.getInt(at + 2 + extended);
        in.skipBytes(2 + extended + 4);
        begin((int) size);
        return true;
    }

    private void checkFirstBytes(int first, int second) throws FrameException {
        isFinal = (first & 0x80) != 0;
        opcode = first & 0x0F;
        boolean isControl = opcode >= 8;
        if ((first & 0x70) != 0) {
            throw violation("no extension was agreed on");
        }
        if ((second & 0x80) == 0) {
            throw violation("a client's frames must be masked");
        }
        if (opcode > 10 || (opcode > 2 && !isControl)) {
            throw violation("unknown opcode " + opcode);
        }
        if (isControl && (!isFinal || (second & 0x7F) > MAX_CONTROL)) {
            throw violation("a control frame must be whole and short");
        }
        if (!isControl && (opcode == CONTINUATION) == (message == CONTINUATION)) {
            throw violation("fragments out of order");
        }
    }

    private void begin(int size) {
        inFrame = true;
        left = size;
        if (opcode >= 8) {
            control = size == 0 ? NOTHING : new byte[size];
            controlLength = 0;
            return;
        }
        announced += size;
        if (opcode != CONTINUATION) {
            message = opcode;
        }
    }

    private void readPayload(ByteBuf in) {
        int count = Math.min(left, in.readableBytes());
        if (count == 0) {
            return;
        }
        if (opcode >= 8) {
            in.readBytes(control, controlLength, count);
            mask = Mask.takeOff(mask, control, controlLength, count);
            controlLength += count;
        } else if (message == BINARY || !keep(in, count)) {
            in.skipBytes(count); // nobody wants to know what was in it
        }
        left -= count;
    }

    private synchronized boolean keep(ByteBuf in, int count) {
        if (dropped) {
            return false;
        }
        if (payload == null) {
            payload = new Pieces();
        }
        mask = payload.take(in, count, announced, mask);
        return true;
    }

    private void finish(Sink sink) throws FrameException {
        switch (opcode) {
            case 8 -> finishClose(sink);
            case 9 -> sink.onPing(takeControl());
            case 10 -> sink.onPong();
            default -> {
                if (isFinal) {
                    finishMessage(sink);
                }
            }
        }
    }

    private void finishMessage(Sink sink) throws FrameException {
        boolean isText = message == TEXT;
        message = CONTINUATION;
        announced = 0;
        Pieces whole;
        synchronized (this) {
            whole = payload;
            payload = null;
            if (dropped) {
                return;
            }
        }
        if (isText) {
            var text = whole == null ? "" : whole.text();
            int size = whole == null ? 0 : whole.length();
            // Java keeps a text in one byte a character, or in two.
            sink.onText(text, text.length() == size ? size : 2 * text.length());
        } else {
            sink.onBinary();
        }
    }

    private void finishClose(Sink sink) throws FrameException {
        var bytes = takeControl();
        if (bytes.length == 0) {
            sink.onCloseFrame(CloseCode.NONE_GIVEN, "");
            return;
        }
        int code = bytes.length == 1 ? 0 : (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
        if (!CloseCode.isValid(code)) {
            throw violation("invalid close code");
        }
        sink.onCloseFrame(code, Utf8.decode(bytes, 2, bytes.length));
    }

    private byte[] takeControl() {
        var bytes = control;
        control = NOTHING;
        return bytes;
    }

    /** A header that has come in part must not hold on to a whole read buffer. */
    private void keepLittle(ByteBuf in) {
        if (!in.isReadable()) {
            release();
        } else if (in.capacity() > 4 * LONGEST_HEADER) {
            var little = Unpooled.buffer(LONGEST_HEADER).writeBytes(in);
            in.release();
            rest = little;
        }
    }

    private static FrameException violation(String reason) {
        return new FrameException(CloseCode.PROTOCOL_ERROR, reason);
    }
}
