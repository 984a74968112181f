package dev.switchboard.edge.net;

import io.netty.channel.ChannelInboundHandlerAdapter;

/** The last handler of a connection, which its event loop's {@link Sweep} visits. Thread: the event loop. */
abstract class Connection extends ChannelInboundHandlerAdapter {
    /** Where the sweep keeps it; -1 means nowhere. */
    int place = -1;

    /** Do what is due by now; times are those of {@link Sweep#now()}. */
    abstract void tick(long now);

    /** The server is stopping: finish what is under way, begin nothing new, then close. */
    abstract void retire();

    /** Close now, whatever is under way. */
    abstract void cut();
}
