package dev.switchboard.edge.net;

import dev.switchboard.core.bound.Total;
import dev.switchboard.edge.net.WebSocket.Receipt;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What waits to be written to one WebSocket. Frames stay on the heap until the channel is writable and then go over in
 * pieces, several small frames in one piece: a client that does not read costs this outbox, two or three pieces and what
 * the kernel holds, however much is sent to it.
 *
 * <p>Thread: {@code offer}, {@code close} and {@code drop} from any; all else on the event loop, where receipts are settled
 * too.
 */
final class Outbox {

    enum Offer {
        TAKEN,
        OVERRUN,
        CLOSED
    }

    /** Whose it is. */
    interface Owner {
        /** A part of the total of all outboxes, asked for when this one first counts. */
        Total.Part outgoing();

        EventLoops loops();
    }

    private record Outgoing(int opcode, byte[] payload, Receipt receipt) {}

    private static final Logger log = LoggerFactory.getLogger(Outbox.class);

    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int LONGEST_HEADER = 10;
    private static final int PIECE = 32 * 1024;
    /** A fast reader must not keep its event loop from the others. */
    private static final int MAX_ROUNDS = 16;

    private final Channel channel;
    private final SocketSettings limits;
    private final Owner owner;

    // Guarded by this.
    private @Nullable ArrayDeque<Outgoing> waiting;
    private int waitingBytes;
    /** Taken from those that wait, and not taken by the kernel, as of the last drain. */
    private long underWay;

    private Total.@Nullable Part part;
    /** Whether the total was told of anything. */
    private boolean counted;

    private boolean closed;
    private boolean scheduled;

    // The event loop's own.
    private @Nullable Outgoing current;
    private int position;
    private byte @Nullable [] pong;
    private boolean ping;
    private boolean draining;

    Outbox(Channel channel, SocketSettings limits, Owner owner) {
        this.channel = channel;
        this.limits = limits;
        this.owner = owner;
    }

    Offer offer(byte[] payload, Receipt receipt) {
        boolean much;
        synchronized (this) {
            if (closed) {
                return Offer.CLOSED;
            }
            int frames = waiting == null ? 0 : waiting.size();
            // A frame larger than the outbox may go alone: refused, it would be refused for ever.
            boolean full = frames >= limits.outboxFrames() || payload.length > limits.outboxBytes() - waitingBytes;
            if (full && frames > 0) {
                closed = true;
                return Offer.OVERRUN;
            }
            add(new Outgoing(TEXT, payload, receipt));
            much = isMuch();
        }
        if (much) {
            count();
        }
        wake();
        return Offer.TAKEN;
    }

    /** Nothing is taken after this; what waits is written first. False if it was closed before. */
    synchronized boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    /** The last frame. Its receipt says that the close frame is out. */
    void addClose(byte[] payload, Receipt receipt) {
        synchronized (this) {
            closed = true;
            add(new Outgoing(CLOSE, payload, receipt));
        }
        drain();
    }

    /** The answer to a ping. Only the last one waits: RFC 6455 allows that, and a flood of pings must not pile up. */
    void pong(byte[] payload) {
        pong = payload;
        drain();
    }

    void ping() {
        ping = true;
        drain();
    }

    /** Gives up what has not begun to be written; a frame of which a part is out is still completed. */
    void abandon() {
        settle(drop(), false);
    }

    /** The same, at once and on any thread; whoever calls it settles these receipts on the event loop. */
    List<Receipt> drop() {
        synchronized (this) {
            closed = true;
            var given = waiting == null
                    ? List.<Receipt>of()
                    : waiting.stream().map(Outgoing::receipt).toList();
            waiting = null;
            waitingBytes = 0;
            return given;
        }
    }

    /** The connection is gone. */
    void fail() {
        abandon();
        if (current != null) {
            settle(current.receipt(), false);
            current = null;
        }
        tally(0);
    }

    /** Writes as long as the channel takes it, and flushes once for all it took. */
    void drain() {
        synchronized (this) {
            scheduled = false;
        }
        if (draining) {
            return;
        }
        draining = true;
        try {
            for (int round = 0; round < MAX_ROUNDS; round++) {
                boolean wrote = false;
                while (channel.isWritable() && writePiece()) {
                    wrote = true;
                }
                if (!wrote) {
                    return;
                }
                channel.flush();
            }
            wake();
        } finally {
            draining = false;
            // Where the channel takes more, nothing of ours is left; where not, it says so when it does again.
            tally(channel.isWritable() ? 0 : left() + Unsent.bytes(channel));
        }
    }

    private long left() {
        return current == null ? 0 : current.payload().length - position;
    }

    /** What is left after a drain, and only then: most frames are gone by now and were never counted. */
    private void tally(long now) {
        boolean worthIt;
        synchronized (this) {
            underWay = now;
            worthIt = counted || isMuch();
        }
        if (worthIt) {
            count();
        }
    }

    private boolean isMuch() {
        return waitingBytes + underWay > NetTotals.LITTLE;
    }

    /** Tells the total. Several threads may, so each looks again: the last word must be a true one. */
    private void count() {
        long now = counting();
        long told;
        do {
            told = now;
            part().holds(told);
            now = counting();
        } while (now != told);
    }

    private synchronized long counting() {
        counted = isMuch();
        return counted ? waitingBytes + underWay : 0;
    }

    private synchronized Total.Part part() {
        if (part == null) {
            part = owner.outgoing();
        }
        return part;
    }

    /** Who it is sent to has said who it is. */
    synchronized void belongsTo(String user) {
        if (part != null) {
            part.belongsTo(user);
        }
    }

    /** While the channel is not writable nobody needs waking: it says so itself when it is again. */
    private void wake() {
        synchronized (this) {
            if (scheduled || !channel.isWritable()) {
                return;
            }
            scheduled = true;
        }
        owner.loops().run(channel.eventLoop(), this::drain);
    }

    private void add(Outgoing frame) {
        if (waiting == null) {
            waiting = new ArrayDeque<>(2);
        }
        waiting.add(frame);
        waitingBytes += frame.payload().length;
    }

    private boolean writePiece() {
        if (current == null) {
            current = next();
        }
        if (current == null) {
            return false;
        }
        var piece = channel.alloc().directBuffer(pieceSize(current), PIECE);
        var complete = new ArrayList<Receipt>(1);
        while (current != null && fill(piece, current)) {
            if (current.receipt() != Receipt.NONE) {
                complete.add(current.receipt());
            }
            current = next();
            position = 0;
        }
        if (complete.isEmpty()) {
            channel.write(piece, channel.voidPromise());
        } else {
            channel.write(piece)
                    .addListener(written -> owner.loops().guarded(() -> settle(complete, written.isSuccess())));
        }
        return true;
    }

    private synchronized int pieceSize(Outgoing first) {
        int frames = waiting == null ? 0 : waiting.size();
        long size = (long) first.payload().length - position + waitingBytes + (frames + 1L) * LONGEST_HEADER;
        return (int) Math.min(PIECE, size);
    }

    /** True if the frame is now complete. */
    private boolean fill(ByteBuf piece, Outgoing frame) {
        int length = frame.payload().length;
        if (position == 0) {
            if (piece.maxWritableBytes() < LONGEST_HEADER) {
                return false;
            }
            writeHeader(piece, frame.opcode(), length);
        }
        int count = Math.min(length - position, piece.maxWritableBytes());
        piece.writeBytes(frame.payload(), position, count);
        position += count;
        return position == length;
    }

    private static void writeHeader(ByteBuf piece, int opcode, int length) {
        piece.writeByte(0x80 | opcode);
        if (length < 126) {
            piece.writeByte(length);
        } else if (length < 65_536) {
            piece.writeByte(126).writeShort(length);
        } else {
            piece.writeByte(127).writeLong(length);
        }
    }

    private @Nullable Outgoing next() {
        if (pong != null) {
            var payload = pong;
            pong = null;
            return new Outgoing(PONG, payload, Receipt.NONE);
        }
        if (ping) {
            ping = false;
            return new Outgoing(PING, new byte[0], Receipt.NONE);
        }
        synchronized (this) {
            if (waiting == null) {
                return null;
            }
            var frame = waiting.remove();
            waitingBytes -= frame.payload().length;
            if (waiting.isEmpty()) {
                waiting = null;
            }
            return frame;
        }
    }

    private static void settle(List<Receipt> receipts, boolean written) {
        receipts.forEach(receipt -> settle(receipt, written));
    }

    /** One that fails must not keep the others from being told. */
    static void settle(Receipt receipt, boolean written) {
        try {
            receipt.settled(written);
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("a receipt failed");
        }
    }
}
