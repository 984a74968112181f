package dev.switchboard.edge.auth;

import dev.switchboard.edge.net.Request;
import java.util.Optional;

/**
 * The second gate. A browser says in {@code Origin} whose page is asking; only our own pages and those the owner allowed
 * may. Programs send no {@code Origin} and go on to show their token.
 */
public final class OriginGate {
    private final Doorway doorway;

    public OriginGate(Doorway doorway) {
        this.doorway = doorway;
    }

    public Optional<Refused> check(Request request) {
        var origins = request.headers().all("Origin");
        if (origins.isEmpty() || (origins.size() == 1 && isOurs(origins.getFirst(), request))) {
            return Optional.empty();
        }
        return Optional.of(new Refused(
                403,
                "foreign_origin",
                "Pages of another origin may not talk to this gateway. Open the gateway's own page, or add the origin "
                        + "to server.allowedOrigins."));
    }

    // A sandboxed page and a file say `null`: that is no origin, and so not ours.
    private boolean isOurs(String origin, Request request) {
        return Origin.parse(origin)
                .filter(asked -> doorway.allows(asked, request))
                .isPresent();
    }
}
