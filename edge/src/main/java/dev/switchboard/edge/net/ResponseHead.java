package dev.switchboard.edge.net;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Date;

/** From our responses to Netty's. */
final class ResponseHead {
    private ResponseHead() {}

    static HttpResponse of(int status, Headers headers, boolean keepAlive) {
        var head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
        fill(head, headers, keepAlive);
        return head;
    }

    static DefaultFullHttpResponse full(Response.Full full, boolean keepAlive) {
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(full.status()), Unpooled.wrappedBuffer(full.body()));
        fill(response, full.headers(), keepAlive);
        if (full.status() != 304) { // there it would have to be the length of what is not sent
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, full.body().length);
        }
        return response;
    }

    private static void fill(HttpResponse head, Headers headers, boolean keepAlive) {
        headers.asMap().forEach((name, values) -> head.headers().set(name, values));
        head.headers().set(HttpHeaderNames.DATE, DateFormatter.format(new Date()));
        head.headers()
                .set(HttpHeaderNames.CONNECTION, keepAlive ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
    }
}
