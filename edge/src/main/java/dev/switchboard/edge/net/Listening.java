package dev.switchboard.edge.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Hears what goes wrong while connections are accepted. Thread: an event loop. */
final class Listening extends ChannelInboundHandlerAdapter {
    private final EventLoops loops;

    Listening(EventLoops loops) {
        this.loops = loops;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        loops.failed(cause);
        // Netty waits a second before it accepts again, where the system has no more descriptors.
        context.fireExceptionCaught(cause);
    }
}
