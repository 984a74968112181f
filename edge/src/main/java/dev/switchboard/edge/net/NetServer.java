package dev.switchboard.edge.net;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.FatalErrors;
import dev.switchboard.core.failure.SwitchboardException;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listener. Two event loops read and write and never block; requests and frames are handled on virtual threads.
 * Start reading at {@link Accepted}, which makes each connection an {@link HttpConnection}, which may become a
 * {@link SocketConnection}.
 */
public final class NetServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(NetServer.class);

    private static final int EVENT_LOOPS = 2;
    /** Of each connection: what the kernel holds of our answers, beyond which it is on us to wait. */
    private static final int SEND_BUFFER = 128 * 1024;

    private final NetContext net;
    private final MultiThreadIoEventLoopGroup loops;
    private final Channel listening;
    private final AtomicBoolean closed = new AtomicBoolean();

    private NetServer(NetContext net, MultiThreadIoEventLoopGroup loops, Channel listening) {
        this.net = net;
        this.loops = loops;
        this.listening = listening;
    }

    /** Loads what listening will need, so that it can be done while other things are. */
    public static void preload() {
        Transport.best();
        // A pipeline of Netty's asks its handlers for annotations, which Java makes classes for.
        new EmbeddedChannel(new HttpServerCodec()).close();
    }

    /** Listens when this returns. */
    public static NetServer start(NetSettings settings, RequestHandler handler) {
        return start(settings, handler, NetTotals.ofHeap(), FatalErrors.LOGGED);
    }

    /** @param fatal told of an {@link Error} in an event loop, on which all connections hang */
    public static NetServer start(NetSettings settings, RequestHandler handler, NetTotals totals, FatalErrors fatal) {
        return start(settings, handler, totals, fatal, Transport.best());
    }

    static NetServer start(
            NetSettings settings, RequestHandler handler, NetTotals totals, FatalErrors fatal, Transport transport) {
        var tls = settings.tls() == null ? null : TlsFiles.load(settings.tls());
        var loops = new MultiThreadIoEventLoopGroup(
                EVENT_LOOPS, new DefaultThreadFactory("net", true), transport.handlers());
        var net = NetContext.of(settings, handler, totals, fatal, loops);
        net.sweeps()
                .forEach((loop, sweep) ->
                        loop.scheduleAtFixedRate(sweep, Sweep.TICK_MILLIS, Sweep.TICK_MILLIS, TimeUnit.MILLISECONDS));
        var bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, 1_024)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.ALLOCATOR, allocator())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_SNDBUF, SEND_BUFFER)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, reading())
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(32 * 1024, 64 * 1024))
                .handler(new Listening(net.loops()))
                .childHandler(new Accepted(net, tls));
        var address = new InetSocketAddress(settings.host(), settings.port());
        var bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw cannotListen(settings, address, bound.cause());
        }
        var server = new NetServer(net, loops, bound.channel());
        log.atInfo().addKeyValue("address", server.boundAddress()).log("listening");
        return server;
    }

    /** A few reads, then the next connection's turn: somebody who sends much must not fill memory before he is cut. */
    private static RecvByteBufAllocator reading() {
        return new AdaptiveRecvByteBufAllocator(512, 2_048, 65_536).maxMessagesPerRead(4);
    }

    /** Small arenas, one for each loop: everything that goes to the kernel is allocated there. */
    private static ByteBufAllocator allocator() {
        int pageSize = 8_192;
        int chunkOrder = 5; // 256 KiB
        return new PooledByteBufAllocator(true, 1, EVENT_LOOPS, pageSize, chunkOrder, 64, 16, false);
    }

    private static SwitchboardException cannotListen(NetSettings settings, InetSocketAddress address, Throwable cause) {
        var why = String.valueOf(cause.getMessage());
        String sentence;
        if (address.isUnresolved()) {
            sentence = "There is no address for the host %s.".formatted(settings.host());
        } else if (cause instanceof IOException && why.contains("in use")) {
            sentence =
                    "Port %d on %s is taken. Choose another with --port.".formatted(settings.port(), settings.host());
        } else {
            sentence = "Cannot listen on port %d of %s (%s). Choose another with --port."
                    .formatted(settings.port(), settings.host(), why);
        }
        return new SwitchboardException(ErrorCode.INVALID, sentence, cause);
    }

    public InetSocketAddress boundAddress() {
        return (InetSocketAddress) listening.localAddress();
    }

    /** What its connections hold in memory. */
    public NetTotals totals() {
        return net.totals();
    }

    public NetStats stats() {
        return net.counters().read(net.gate());
    }

    /** Five seconds for goodbyes. */
    @Override
    public void close() {
        close(Duration.ofSeconds(5));
    }

    /**
     * Stops accepting, closes WebSockets with 1001 after what waits for them is written, lets requests under way be
     * answered; whoever is still there after {@code patience} is cut.
     */
    public void close(Duration patience) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        listening.close().awaitUninterruptibly();
        long deadline = Sweep.now() + patience.toMillis();
        forEachConnection(Connection::retire);
        while (net.counters().connections.get() > 0 && Sweep.now() < deadline && !Thread.interrupted()) {
            LockSupport.parkNanos(10_000_000);
        }
        forEachConnection(Connection::cut);
        int quiet = patience.isZero() ? 0 : 50;
        loops.shutdownGracefully(quiet, 2_000, TimeUnit.MILLISECONDS).awaitUninterruptibly(3, TimeUnit.SECONDS);
    }

    private void forEachConnection(Consumer<Connection> visit) {
        net.sweeps().forEach((loop, sweep) -> loop.submit(() -> sweep.forEach(visit))
                .awaitUninterruptibly(1, TimeUnit.SECONDS));
    }
}
