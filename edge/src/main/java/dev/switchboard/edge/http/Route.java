package dev.switchboard.edge.http;

import java.util.Objects;
import java.util.Set;

/**
 * A method and a path, who may use it, and who answers. {@code HEAD} comes with {@code GET}; a WebSocket is a
 * {@code GET}.
 */
public record Route(String method, PathPattern pattern, Access access, Handler handler) {
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

    /** @param pattern such as {@code /api/channels/{channel_id}/events} */
    public Route(String method, String pattern, Access access, Handler handler) {
        this(method, new PathPattern(pattern), access, handler);
    }

    // Checked at run time too: a route that lost its access on a path the compiler cannot see must not start.
    public Route {
        Objects.requireNonNull(access, "a route says who may use it");
        Objects.requireNonNull(handler, "a route has a handler");
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException("no route has the method " + method);
        }
    }

    @Override
    public String toString() {
        return method + " " + pattern;
    }
}
