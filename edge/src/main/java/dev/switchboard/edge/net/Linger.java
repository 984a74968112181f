package dev.switchboard.edge.net;

import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;

/**
 * Ends our side of a connection but not the client's: a connection that is closed with bytes unread is reset, and a
 * reset takes back the last answer. Whoever begins this reads on, throws away what comes, and closes after a while.
 */
final class Linger {
    static final long MILLIS = 2_000;

    private Linger() {}

    static void begin(Channel channel) {
        var tls = channel.pipeline().get(SslHandler.class);
        channel.config().setAutoRead(true);
        if (tls != null) {
            tls.closeOutbound();
        } else if (channel.isActive() && channel instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
        }
    }
}
