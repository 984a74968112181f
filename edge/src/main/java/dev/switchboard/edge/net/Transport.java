package dev.switchboard.edge.net;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/** How we reach the kernel: epoll where its native library loads, else what Java has. */
record Transport(IoHandlerFactory handlers, Class<? extends ServerChannel> serverChannel) {

    static Transport best() {
        return Epoll.isAvailable() ? new Transport(EpollIoHandler.newFactory(), EpollServerSocketChannel.class) : nio();
    }

    static Transport nio() {
        return new Transport(NioIoHandler.newFactory(), NioServerSocketChannel.class);
    }
}
