package dev.switchboard.edge.http;

import dev.switchboard.edge.auth.Authority;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.net.Headers;
import dev.switchboard.edge.net.Request;
import dev.switchboard.edge.net.Response;

/**
 * What every answer tells a browser: load nothing from elsewhere, talk to nobody else, run nothing inline, be framed by
 * nobody, guess no types, leak no addresses, keep nothing. There is no CORS header anywhere: nobody else may read us.
 */
final class StrictHeaders {
    private static final String POLICY = String.join(
            "; ",
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            // What the page itself made or was sent as a file; nothing that was loaded from elsewhere.
            "img-src 'self' data: blob:",
            "media-src 'self' blob:",
            "worker-src 'self'",
            "font-src 'self'",
            "manifest-src 'self'",
            // A page that is talked into using another server cannot send our token there.
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'");

    private final Doorway doorway;

    StrictHeaders(Doorway doorway) {
        this.doorway = doorway;
    }

    Response on(Request request, Response response) {
        return switch (response) {
            case Response.Full full -> on(request, full);
            case Response.Watched(var answer, var watcher) -> new Response.Watched(on(request, answer), watcher);
            case Response.Streamed(var status, var headers, var writer) ->
                new Response.Streamed(status, strict(request, headers), writer);
            case Response.Upgrade upgrade -> upgrade;
        };
    }

    Response.Full on(Request request, Response.Full full) {
        return new Response.Full(full.status(), strict(request, full.headers()), full.body());
    }

    private Headers strict(Request request, Headers headers) {
        var all = headers.with("Content-Security-Policy", POLICY)
                .with("X-Content-Type-Options", "nosniff")
                .with("X-Frame-Options", "DENY")
                .with("Referrer-Policy", "no-referrer")
                .with("Cross-Origin-Opener-Policy", "same-origin")
                .with("Cross-Origin-Embedder-Policy", "require-corp")
                .with("Cross-Origin-Resource-Policy", "same-origin")
                .with("Permissions-Policy", "camera=(), geolocation=(), microphone=(self)");
        if (headers.first("Cache-Control").isEmpty()) {
            all = all.with("Cache-Control", "no-store");
        }
        // A browser keeps this for the name and all its ports: on localhost it would break everyone else's.
        var isOurName = Authority.of(request).filter(host -> !host.isLoopback()).isPresent();
        return isOurName && doorway.isSecure(request) ? all.with("Strict-Transport-Security", "max-age=31536000") : all;
    }
}
