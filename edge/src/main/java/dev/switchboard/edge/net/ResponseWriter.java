package dev.switchboard.edge.net;

import dev.switchboard.core.bound.Total;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Writes one answer, in pieces and no faster than the client reads. Thread: the request's virtual thread.
 *
 * @param outgoing counts what waits for the client to read
 * @param bodiless the answer to a HEAD: the headers of a GET and nothing else
 * @param chunks whether the client knows chunked bodies, as HTTP/1.1 does
 */
record ResponseWriter(
        Channel channel,
        WriteGate gate,
        Supplier<Total.Part> outgoing,
        boolean bodiless,
        boolean chunks,
        boolean keepAlive)
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
        if (chunks && !bodiless && !head.headers().contains(HttpHeaderNames.CONTENT_LENGTH)) {
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
            awaitReader(bytes.length - at);
            var piece = Unpooled.copiedBuffer(bytes, at, Math.min(PIECE, bytes.length - at));
            channel.writeAndFlush(new DefaultHttpContent(piece));
        }
    }

    /** While the client does not read, what is left here and what Netty has of it are in memory on its account. */
    private void awaitReader(int left) throws IOException, InterruptedException {
        if (channel.isWritable()) {
            return;
        }
        try (var waiting = outgoing.get()) {
            waiting.holds(left + Unsent.bytes(channel));
            gate.await();
        }
    }

    @Override
    public void cut() {
        channel.close();
    }

    @Override
    public boolean closedWithin(Duration patience) throws InterruptedException {
        return channel.closeFuture().await(patience.toMillis());
    }
}
