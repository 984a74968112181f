package dev.switchboard.edge.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.ssl.SslContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Takes in a connection that was just accepted, or closes it when too many have not said who they are. */
final class Accepted extends ChannelInitializer<Channel> {
    private final NetContext net;
    private final @Nullable SslContext tls;

    Accepted(NetContext net, @Nullable SslContext tls) {
        this.net = net;
        this.tls = tls;
    }

    @Override
    protected void initChannel(Channel channel) {
        if (!(channel.remoteAddress() instanceof InetSocketAddress remote)) {
            channel.close(); // it has left already
            return;
        }
        var peer = new Peer(canonical(remote.getAddress()), tls != null);
        var client = net.handler().clientOf(peer);
        if (!net.gate().enter(client)) {
            net.counters().refused.increment();
            channel.close();
            return;
        }
        net.counters().connections.incrementAndGet();
        channel.closeFuture().addListener(_ -> net.counters().connections.decrementAndGet());
        var connection = new HttpConnection(net, channel, peer, client);
        var pipeline = channel.pipeline();
        if (tls != null) {
            pipeline.addLast(tls.newHandler(channel.alloc()));
        }
        pipeline.addLast(connection.decoder(), new HttpResponseEncoder(), connection);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) throws Exception {
        net.loops().failed(cause);
        super.exceptionCaught(context, cause);
    }

    /** Java gives an IPv4 address mapped into IPv6 back as IPv4 when it is made from its bytes. */
    static InetAddress canonical(InetAddress address) {
        try {
            return InetAddress.getByAddress(address.getAddress());
        } catch (UnknownHostException e) {
            throw new AssertionError("an address has the length of an address", e);
        }
    }
}
