package dev.switchboard.edge.net;

import dev.switchboard.core.bound.Total;
import java.util.List;

/**
 * What all connections of a listener may hold in memory together.
 *
 * @param unfinished what has come in and is not dealt with: frames and bodies that are not complete, or whose listener or
 *     handler is not done with them
 * @param outgoing what waits for a client to read: outboxes, and answers over HTTP
 */
public record NetTotals(Total unfinished, Total outgoing) {
    /** Not counted of one connection: it costs more than that by being there, and most frames are smaller. */
    static final int LITTLE = 4 * 1024;

    public static NetTotals ofHeap() {
        return new NetTotals(
                Total.ofHeap("unfinished frames", 64L * 1024 * 1024, 8),
                Total.ofHeap("outboxes", 128L * 1024 * 1024, 4));
    }

    public List<Total> all() {
        return List.of(unfinished, outgoing);
    }
}
