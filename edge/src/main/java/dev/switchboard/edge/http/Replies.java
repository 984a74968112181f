package dev.switchboard.edge.http;

import dev.switchboard.edge.net.Headers;
import dev.switchboard.edge.net.Response;
import dev.switchboard.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The answers that handlers give. Every error is the same JSON: a word for a program and a sentence for a person. */
public final class Replies {
    /** {@code {"error":{"code":"…","message":"…"}}} */
    public record ErrorBody(Detail error) {
        public record Detail(String code, String message) {}
    }

    private static final byte[] NOTHING = {};

    private Replies() {}

    /** A record of ours as JSON; records on the wire name their fields in snake_case. */
    public static Response.Full json(int status, Object body) {
        return new Response.Full(
                status,
                Headers.of("Content-Type", "application/json"),
                Json.mapper().writeValueAsBytes(body));
    }

    public static Response.Full text(int status, String contentType, String body) {
        return new Response.Full(
                status, Headers.of("Content-Type", contentType), body.getBytes(StandardCharsets.UTF_8));
    }

    public static Response.Full empty(int status) {
        return new Response.Full(status, Headers.NONE, NOTHING);
    }

    /** @param message a sentence that names the next step */
    public static Response.Full error(int status, String code, String message) {
        return json(status, new ErrorBody(new ErrorBody.Detail(code, message)));
    }

    public static Response.Full notFound(String message) {
        return error(404, "not_found", message);
    }

    /** @param needed the scope, or several of which one will do */
    public static Response.Full missingScope(String needed) {
        return error(
                403,
                "missing_scope",
                "This needs the scope %s, which your token does not have. Use a token that has it.".formatted(needed));
    }

    public static Response.Full unauthorized(String message) {
        return with(error(401, "unauthorized", message), "WWW-Authenticate", "Bearer");
    }

    public static Response.Full tooManyAttempts(Duration retryAfter) {
        var seconds = retryAfter.toSeconds();
        return with(
                error(
                        429,
                        "too_many_attempts",
                        "Too many wrong tokens from your address. Wait %d seconds, then use a right one."
                                .formatted(seconds)),
                "Retry-After",
                Long.toString(seconds));
    }

    /** For a body that is read of those only whom the route asked who they are, which this one does not. */
    public static Response.Full bodyTooLarge() {
        return error(413, "body_too_large", "This path takes bodies of at most 64 KiB. Send a shorter one.");
    }

    /** For a WebSocket's path that was asked for as a page. */
    public static Response.Full upgradeRequired() {
        return with(
                error(426, "upgrade_required", "This is a WebSocket. Connect to it with a WebSocket client."),
                "Upgrade",
                "websocket");
    }

    public static Response.Full with(Response.Full response, String name, String value) {
        return new Response.Full(response.status(), response.headers().and(name, value), response.body());
    }
}
