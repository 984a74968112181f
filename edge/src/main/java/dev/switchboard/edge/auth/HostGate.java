package dev.switchboard.edge.auth;

import dev.switchboard.edge.net.Request;
import java.util.Optional;

/**
 * The first gate. A web page can point a name of its own at this machine (DNS rebinding) and is then of our origin in
 * the browser's eyes; the {@code Host} it sends is still its own name, and that name is not ours.
 */
public final class HostGate {
    private final Doorway doorway;

    public HostGate(Doorway doorway) {
        this.doorway = doorway;
    }

    public Optional<Refused> check(Request request) {
        var sent = request.headers().all("Host").size();
        if (sent != 1) {
            return Optional.of(new Refused(
                    400,
                    "bad_host",
                    "A request has exactly one Host header, this one had %d. Send one that names the gateway."
                            .formatted(sent)));
        }
        var host = Authority.of(request);
        if (host.isEmpty()) {
            return Optional.of(
                    new Refused(400, "bad_host", "The Host header is no host name. Send one that names the gateway."));
        }
        if (host.get().isLoopback() || doorway.answersTo(host.get())) {
            return Optional.empty();
        }
        return Optional.of(new Refused(
                403,
                "foreign_host",
                "This gateway does not answer under that name. Use localhost, or add the name to server.hosts."));
    }
}
