package dev.switchboard.edge.net;

import java.nio.charset.StandardCharsets;

/** What the listener itself answers when a request does not get as far as a handler, or the handler failed. */
enum Refusal {
    BAD_REQUEST(400, "bad_request", "This is not a request this server can read."),
    BAD_TARGET(400, "bad_request", "The path must begin with / and its percent-encoding must be valid UTF-8."),
    BAD_HOST(400, "bad_request", "A request needs exactly one Host header."),
    BAD_WEBSOCKET_KEY(400, "bad_request", "Sec-WebSocket-Key must be 16 bytes in Base64."),
    BODY_TOO_LARGE(413, "body_too_large", "The body is larger than this server accepts."),
    URI_TOO_LONG(414, "uri_too_long", "The address is longer than 8 KiB."),
    ENCODED_BODY(415, "unsupported_encoding", "Bodies must be sent without a Content-Encoding."),
    UNKNOWN_EXPECTATION(417, "unknown_expectation", "The only expectation this server knows is 100-continue."),
    UPGRADE_REQUIRED(426, "upgrade_required", "This address speaks WebSocket, version 13."),
    HEADERS_TOO_LARGE(431, "headers_too_large", "The headers are larger than 16 KiB."),
    FAILED(500, "internal", "The request failed here. The server's log says why."),
    TRANSFER_CODING(501, "unknown_coding", "The only Transfer-Encoding this server knows is chunked. Send it as that."),
    BUSY(503, "busy", "Too many clients are waiting to be let in. Try again in a moment."),
    TOO_MUCH(503, "busy", "Too many requests are unfinished, and this user's are the most. Send fewer at once."),
    UNKNOWN_VERSION(505, "unknown_version", "This server speaks HTTP/1.1.");

    private final int status;
    private final String code;
    private final String message;

    Refusal(int status, String code, String message) {
        this.status = status;
        this.code = code;
        this.message = message;
    }

    /** The sentences above hold nothing that JSON would escape. */
    Response.Full response() {
        // Nobody put the strict headers of a route on it: a browser that shows it must not take it for a page.
        var headers = Headers.of("Content-Type", "application/json")
                .with("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
                .with("X-Content-Type-Options", "nosniff")
                .with("Cache-Control", "no-store");
        if (this == UPGRADE_REQUIRED) {
            headers = headers.with("Upgrade", "websocket").with("Sec-WebSocket-Version", "13");
        }
        if (this == BUSY) {
            headers = headers.with("Retry-After", "5");
        }
        var body = "{\"error\":{\"code\":\"%s\",\"message\":\"%s\"}}".formatted(code, message);
        return new Response.Full(status, headers, body.getBytes(StandardCharsets.UTF_8));
    }
}
