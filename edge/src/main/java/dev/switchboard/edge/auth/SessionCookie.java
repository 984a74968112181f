package dev.switchboard.edge.auth;

import dev.switchboard.edge.net.Request;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The cookie of a signed-in browser. Named for the port the browser sees, since cookies ignore ports and two gateways
 * on one machine would otherwise sign each other out; under TLS the {@code __Host-} prefix keeps other hosts and plain
 * HTTP from setting it.
 */
public final class SessionCookie {
    /** As long as browsers keep one. The server knows when a session ends; the cookie must only not end before. */
    private static final Duration KEPT = Duration.ofDays(400);

    private final Doorway doorway;

    public SessionCookie(Doorway doorway) {
        this.doorway = doorway;
    }

    /** A {@code Set-Cookie} that signs in. */
    public String set(Request request, String value) {
        return line(request, value, KEPT.toSeconds());
    }

    /** A {@code Set-Cookie} that makes the browser forget. */
    public String clear(Request request) {
        return line(request, "", 0);
    }

    /** Every value sent under our name; more than one if somebody else on this host set one too. */
    public List<String> values(Request request) {
        var prefix = name(request) + "=";
        return request.headers().all("Cookie").stream()
                .flatMap(line -> Arrays.stream(line.split(";", -1)))
                .map(String::strip)
                .filter(pair -> pair.startsWith(prefix))
                .map(pair -> pair.substring(prefix.length()))
                .filter(value -> !value.isEmpty())
                .limit(8)
                .toList();
    }

    String name(Request request) {
        var secure = doorway.isSecure(request);
        var port = Authority.of(request).map(host -> host.portFor(secure)).orElse(0);
        return (secure ? "__Host-" : "") + "switchboard_" + port;
    }

    private String line(Request request, String value, long maxAge) {
        return name(request) + "=" + value + "; Path=/; Max-Age=" + maxAge + "; HttpOnly; SameSite=Strict"
                + (doorway.isSecure(request) ? "; Secure" : "");
    }
}
