package dev.switchboard.edge.lobby;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import dev.switchboard.edge.net.SocketSettings;
import java.time.Duration;
import java.util.List;

/** The lobby's door: whoever may see any of what it shows is let in, and sees that. */
public final class LobbyRoutes {
    /** What a browser offers besides its session's value, so that something can be selected that is no secret. */
    public static final String SUBPROTOCOL = "switchboard.lobby.v1";

    private static final SocketSettings SOCKET =
            new SocketSettings(Duration.ofSeconds(30), Duration.ofSeconds(10), 1024 * 1024, 1024 * 1024, 1024);

    private final Lobby lobby;

    public LobbyRoutes(Lobby lobby) {
        this.lobby = lobby;
    }

    public List<Route> routes() {
        return List.of(new Route(
                "GET",
                "/ws",
                new Access.NeedsOneOf(
                        List.of(Scope.TASK_READ, Scope.TERMINAL_READ, Scope.APPROVAL_RESPOND, Scope.STATUS_READ)),
                this::open));
    }

    private Response open(Call call) {
        return call.request().upgrade()
                ? new Response.Upgrade(SOCKET, new LobbySocket(lobby, call.caller()), SUBPROTOCOL)
                : Replies.upgradeRequired();
    }
}
