package dev.switchboard.edge.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.ReferenceCountUtil;
import java.util.List;

/**
 * Netty's HTTP decoder, which here can stop between two requests: what a pipelining client sent ahead stays undecoded
 * bytes, and beyond a bound it stays in the kernel. Thread: the event loop.
 */
final class RequestDecoder extends HttpRequestDecoder {
    static final int MAX_URI = 8 * 1024;
    private static final int MAX_READ_AHEAD = 64 * 1024;

    private final Runnable onBytes;
    private boolean paused;
    private boolean discarding;

    RequestDecoder(Runnable onBytes) {
        // The first line also holds the method and the version.
        super(new HttpDecoderConfig().setMaxInitialLineLength(MAX_URI + 64).setMaxHeaderSize(16 * 1024));
        this.onBytes = onBytes;
    }

    /** Decode nothing until {@link #resume}. */
    void pause() {
        paused = true;
    }

    void resume(ChannelHandlerContext context) throws Exception {
        paused = false;
        context.channel().config().setAutoRead(true);
        if (actualReadableBytes() > 0) {
            channelRead(context, Unpooled.EMPTY_BUFFER);
        }
    }

    /** Whatever comes from now on is read and thrown away. */
    void discard() {
        discarding = true;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        if (discarding) {
            ReferenceCountUtil.release(message);
            return;
        }
        onBytes.run();
        super.channelRead(context, message);
        if (paused && actualReadableBytes() > MAX_READ_AHEAD) {
            context.channel().config().setAutoRead(false);
        }
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
        if (discarding) {
            in.skipBytes(in.readableBytes());
        } else if (!paused) {
            super.decode(context, in, out);
        }
    }
}
