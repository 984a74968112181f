package dev.switchboard.edge.net;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The opening of a WebSocket, RFC 6455 section 4.2. No extension is ever agreed to, compression least of all. */
final class Handshake {
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private Handshake() {}

    static void check(Request request) throws RefusedException {
        if (!request.header("Sec-WebSocket-Version").orElse("").equals("13")) {
            throw new RefusedException(Refusal.UPGRADE_REQUIRED);
        }
        try {
            if (Base64.getDecoder().decode(key(request)).length != 16) {
                throw new RefusedException(Refusal.BAD_WEBSOCKET_KEY);
            }
        } catch (IllegalArgumentException _) {
            throw new RefusedException(Refusal.BAD_WEBSOCKET_KEY);
        }
    }

    static DefaultFullHttpResponse accept(Request request, @Nullable String protocol) {
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS, Unpooled.EMPTY_BUFFER);
        response.headers()
                .set(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE)
                .set(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT, digest(key(request)));
        if (protocol != null && offers(request, protocol)) {
            response.headers().set(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL, protocol);
        }
        return response;
    }

    private static boolean offers(Request request, String protocol) {
        return request.headers().all("Sec-WebSocket-Protocol").stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .anyMatch(offered -> offered.strip().equals(protocol));
    }

    private static String key(Request request) {
        return request.header("Sec-WebSocket-Key").orElse("").strip();
    }

    private static String digest(String key) {
        try {
            var sha1 = MessageDigest.getInstance("SHA-1");
            return Base64.getEncoder().encodeToString(sha1.digest((key + GUID).getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-1", e);
        }
    }
}
