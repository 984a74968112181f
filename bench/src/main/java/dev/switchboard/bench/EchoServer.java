package dev.switchboard.bench;

import dev.switchboard.edge.net.NetServer;
import dev.switchboard.edge.net.NetSettings;
import dev.switchboard.edge.net.Response;
import dev.switchboard.edge.net.SocketListener;
import dev.switchboard.edge.net.SocketSettings;
import dev.switchboard.edge.net.WebSocket;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The least a server can do: sends each text frame back. {@code netty} is a plain Netty pipeline that echoes on its event
 * loop; {@code net} is our listener with its limits, outbox and virtual threads. Prints its port.
 */
final class EchoServer {
    private EchoServer() {}

    public static void main(String[] arguments) throws InterruptedException {
        int port =
                switch (arguments[0]) {
                    case "netty" -> netty();
                    case "net" -> net();
                    default -> throw new IllegalArgumentException(arguments[0]);
                };
        System.out.println(port);
        Thread.sleep(Duration.ofMinutes(10)); // ended by who started it
    }

    private static int netty() throws InterruptedException {
        var bootstrap = new ServerBootstrap()
                .group(new MultiThreadIoEventLoopGroup(2, EpollIoHandler.newFactory()))
                .channel(EpollServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        new HttpServerCodec(),
                                        new HttpObjectAggregator(65_536),
                                        new WebSocketServerProtocolHandler("/", null, false, 65_536),
                                        new Echo());
                    }
                });
        var bound = bootstrap.bind("127.0.0.1", 0).sync().channel();
        return ((InetSocketAddress) bound.localAddress()).getPort();
    }

    private static final class Echo extends SimpleChannelInboundHandler<TextWebSocketFrame> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, TextWebSocketFrame frame) {
            context.writeAndFlush(frame.retain());
        }
    }

    private static int net() {
        var settings = new SocketSettings(Duration.ofSeconds(30), Duration.ofSeconds(30), 65_536, 1 << 20, 1_024);
        var server = NetServer.start(
                NetSettings.of("127.0.0.1", 0), request -> new Response.Upgrade(settings, new EchoListener()));
        return server.boundAddress().getPort();
    }

    private static final class EchoListener implements SocketListener {
        private volatile @Nullable WebSocket socket;

        @Override
        public void onOpen(WebSocket opened) {
            socket = opened;
            opened.authenticated();
        }

        @Override
        public void onText(String text) {
            var open = socket;
            if (open != null) {
                open.send(text);
            }
        }

        @Override
        public void onBinary() {}

        @Override
        public void onClose(int code, String reason) {}
    }
}
