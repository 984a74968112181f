package dev.switchboard.edge.net;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;

/** What can be said of a request before its body has come. */
final class RequestChecks {
    private RequestChecks() {}

    static void check(HttpRequest request, int maxBody) throws RefusedException {
        var version = request.protocolVersion();
        var headers = request.headers();
        if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
            throw new RefusedException(Refusal.UNKNOWN_VERSION);
        }
        if (request.uri().length() > RequestDecoder.MAX_URI) {
            throw new RefusedException(Refusal.URI_TOO_LONG);
        }
        int hosts = headers.getAll(HttpHeaderNames.HOST).size();
        if (hosts > 1 || (hosts == 0 && version.equals(HttpVersion.HTTP_1_1))) {
            throw new RefusedException(Refusal.BAD_HOST);
        }
        for (var encoding : headers.getAll(HttpHeaderNames.CONTENT_ENCODING)) {
            if (!HttpHeaderValues.IDENTITY.contentEqualsIgnoreCase(encoding)) {
                throw new RefusedException(Refusal.ENCODED_BODY);
            }
        }
        if (HttpUtil.getContentLength(request, 0L) > maxBody) {
            throw new RefusedException(Refusal.BODY_TOO_LARGE);
        }
        if (headers.contains(HttpHeaderNames.EXPECT) && !HttpUtil.is100ContinueExpected(request)) {
            throw new RefusedException(Refusal.UNKNOWN_EXPECTATION);
        }
    }

    /** What one server reads as chunked and another as not yet decoded would be two requests in one. */
    static void checkCoding(HttpRequest request) throws RefusedException {
        var codings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        boolean known = codings.isEmpty()
                || (codings.size() == 1
                        && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(
                                codings.getFirst().strip()));
        if (!known) {
            throw new RefusedException(Refusal.TRANSFER_CODING);
        }
    }

    /** Whether the client asks for a WebSocket, well or badly. */
    static boolean isUpgrade(HttpRequest request) {
        var headers = request.headers();
        return request.method().equals(HttpMethod.GET)
                && request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)
                && headers.containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
    }
}
