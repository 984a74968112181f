package dev.switchboard.edge.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.time.Duration;

/**
 * Writes one answer, in pieces and no faster than the client reads. Thread: the request's virtual thread.
 *
 * @param bodiless the answer to a HEAD: the headers of a GET and nothing else
 * @param chunks whether the client knows chunked bodies, as HTTP/1.1 does
 */
record ResponseWriter(Channel channel, WriteGate gate, boolean bodiless, boolean chunks, boolean keepAlive)
        implements Response.BodySink {
    private static final int PIECE = 32 * 1024;

    /** The future of the last byte. */
    ChannelFuture write(Response.Full full) throws IOException, InterruptedException {
        if (full.body().length <= PIECE && !bodiless) {
            return channel.writeAndFlush(ResponseHead.full(full, keepAlive));
        }
        var head = ResponseHead.of(full.status(), full.headers(), keepAlive);
        head.headers().set(HttpHeaderNames.CONTENT_LENGTH, full.body().length);
        channel.write(head);
        if (!bodiless) {
            write(full.body());
        }
        return channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    ChannelFuture write(Response.Streamed streamed) throws IOException, InterruptedException {
        var head = ResponseHead.of(streamed.status(), streamed.headers(), keepAlive);
        if (chunks && !bodiless) {
            head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        channel.writeAndFlush(head);
        if (!bodiless) {
            streamed.writer().write(this);
        }
        return channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    @Override
    public void write(byte[] bytes) throws IOException, InterruptedException {
        for (int at = 0; at < bytes.length; at += PIECE) {
            gate.await();
            var piece = Unpooled.copiedBuffer(bytes, at, Math.min(PIECE, bytes.length - at));
            channel.writeAndFlush(new DefaultHttpContent(piece));
        }
    }

    @Override
    public boolean closedWithin(Duration patience) throws InterruptedException {
        return channel.closeFuture().await(patience.toMillis());
    }
}
