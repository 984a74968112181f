package dev.switchboard.edge.net;

import dev.switchboard.core.bound.Total;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * The body of the request in hand as it comes: bounded, and counted among what is unfinished from where it is worth it
 * until its answer is on its way. Thread: the event loop; {@code belongsTo} from any.
 */
final class RequestBody {
    private final NetContext net;
    private final Runnable tooMuch;
    private ByteBuf bytes = Unpooled.EMPTY_BUFFER;
    /** While it is worth counting. */
    private volatile Total.@Nullable Part unfinished;

    /** @param tooMuch all connections hold too much unfinished, and this one the most; from any thread */
    RequestBody(NetContext net, Runnable tooMuch) {
        this.net = net;
        this.tooMuch = tooMuch;
    }

    int length() {
        return bytes.readableBytes();
    }

    void collect(ByteBuf content, String user) throws RefusedException {
        int more = content.readableBytes();
        if (more == 0) {
            return;
        }
        if (length() + more > net.settings().maxBody()) {
            throw new RefusedException(Refusal.BODY_TOO_LARGE);
        }
        if (bytes == Unpooled.EMPTY_BUFFER) {
            bytes = Unpooled.buffer(more);
        }
        bytes.writeBytes(content);
        if (!count(bytes.capacity(), user)) {
            throw new RefusedException(Refusal.TOO_MUCH);
        }
    }

    /** Tells the total what it takes; false if this is where it has to be saved. */
    private boolean count(int held, String user) {
        var part = unfinished;
        if (part == null) {
            if (held <= NetTotals.LITTLE) {
                return true;
            }
            part = net.totals().unfinished().part(user, tooMuch);
            unfinished = part;
        }
        return part.holds(held);
    }

    /** All that has come. It counts until it is released. */
    byte[] take(String user) {
        var all = new byte[length()];
        bytes.readBytes(all);
        bytes = Unpooled.EMPTY_BUFFER;
        count(all.length, user);
        return all;
    }

    void belongsTo(String who) {
        var part = unfinished;
        if (part != null) {
            part.belongsTo(who);
        }
    }

    void release() {
        var part = unfinished;
        if (part != null) {
            part.close();
            unfinished = null;
        }
        bytes = Unpooled.EMPTY_BUFFER;
    }
}
