package dev.switchboard.edge.hud;

import dev.switchboard.core.channel.MessageRules;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import dev.switchboard.edge.net.SocketListener;
import dev.switchboard.edge.net.SocketSettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where one looks at a session. */
public final class HudRoutes {
    /** What a browser offers besides its session's value, so that something can be selected that is no secret. */
    public static final String SUBPROTOCOL = "switchboard.hud.v1";

    private static final SocketSettings SOCKET =
            new SocketSettings(Duration.ofSeconds(30), Duration.ofSeconds(10), 1024 * 1024, 1024 * 1024, 1024);

    /** Who speaks on a socket that was let in. */
    public interface Opening {
        /** @param after the number up to which the client has seen everything; null if it has seen nothing */
        SocketListener open(SessionId session, Credential credential, @Nullable Long after);
    }

    private final Sessions sessions;
    private final Opening opening;

    public HudRoutes(Huds huds) {
        this(
                huds.services().sessions(),
                (session, credential, after) -> new HudSocket(huds, session, credential, after));
    }

    public HudRoutes(Sessions sessions, Opening opening) {
        this.sessions = sessions;
        this.opening = opening;
    }

    public List<Route> routes() {
        return List.of(new Route(
                "GET", Huds.PATH, new Access.NeedsOneOf(List.of(Scope.TASK_READ, Scope.TERMINAL_READ)), this::open));
    }

    private Response open(Call call) {
        var id = call.variable("session_id");
        var complaint = MessageRules.required("session_id", id);
        if (complaint.isPresent()) {
            return Replies.error(400, "invalid", complaint.get() + ".");
        }
        var session = new SessionId(id);
        var found = sessions.find(session);
        if (found.isEmpty() && id.startsWith(Sessions.PROGRAM_PREFIX)) {
            return Replies.notFound("There is no such session. GET /api/sessions lists those there are.");
        }
        // Any other one that is not there yet will be a chat.
        var kind = found.map(Session::kind).orElse(SessionKind.CHAT);
        if (!call.caller().allows(kind.reading())) {
            return Replies.missingScope(kind.reading().wireName());
        }
        if (!call.request().upgrade()) {
            return Replies.upgradeRequired();
        }
        Long after = call.request().query().get("after") == null ? null : call.number("after", 0, 0, Long.MAX_VALUE);
        return new Response.Upgrade(SOCKET, opening.open(session, call.caller(), after), SUBPROTOCOL);
    }
}
