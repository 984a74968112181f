package dev.switchboard.edge.board;

import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import dev.switchboard.edge.net.SocketSettings;
import java.time.Duration;
import java.util.List;

/** The boards' door. A signed-in browser's cookie, or a token in the header, counts as the token of the login. */
public final class BoardRoutes {
    /** What a browser offers besides its session's value, so that something can be selected that is no secret. */
    public static final String SUBPROTOCOL = "switchboard.board.v1";

    private static final SocketSettings SOCKET =
            new SocketSettings(Duration.ofSeconds(30), Duration.ofSeconds(10), 4 * 1024 * 1024, 1024 * 1024, 1024);

    private final Boards boards;
    private final Doorway doorway;

    public BoardRoutes(Boards boards, Doorway doorway) {
        this.boards = boards;
        this.doorway = doorway;
    }

    public List<Route> routes() {
        return List.of(new Route(
                "GET", Boards.PATH, new Access.OwnOrInBand("connection:auth, in the first message"), this::open));
    }

    private Response open(Call call) {
        return call.request().upgrade()
                ? new Response.Upgrade(
                        SOCKET,
                        new BoardSocket(boards, doorway.clientOf(call.request()), call.credential()),
                        SUBPROTOCOL)
                : Replies.upgradeRequired();
    }
}
