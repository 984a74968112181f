package dev.switchboard.edge.net;

import io.netty.channel.Channel;

/** What Netty has taken for a connection and the kernel has not. */
final class Unsent {
    private Unsent() {}

    /** Thread: any. */
    static long bytes(Channel channel) {
        var buffer = channel.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }
}
