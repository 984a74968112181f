package dev.switchboard.edge.net;

import io.netty.channel.Channel;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;

/** Lets a blocking writer wait for a slow reader. Thread: {@code await} on virtual ones, {@code changed} on the loop. */
final class WriteGate {
    /** A client that takes nothing for so long is cut. */
    private static final long PATIENCE_MILLIS = 60_000;

    private final Channel channel;

    WriteGate(Channel channel) {
        this.channel = channel;
    }

    synchronized void changed() {
        notifyAll();
    }

    synchronized void await() throws IOException, InterruptedException {
        long deadline = Sweep.now() + PATIENCE_MILLIS;
        while (channel.isActive() && !channel.isWritable()) {
            long left = deadline - Sweep.now();
            if (left <= 0) {
                channel.close();
                throw new IOException("the client stopped reading");
            }
            wait(left);
        }
        if (!channel.isActive()) {
            throw new ClosedChannelException();
        }
    }
}
