package dev.switchboard.edge.api;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.net.Response;
import java.util.List;
import java.util.function.Function;

/**
 * Which scope a session asks for follows from its kind, which is known only when it was found: a route lets in whoever
 * may see any kind, and this decides.
 */
public final class SessionDoor {
    /** Who may read sessions of some kind. */
    static final Access READING = new Access.NeedsOneOf(List.of(Scope.TASK_READ, Scope.TERMINAL_READ));

    /** Who may write into sessions of some kind, or at least learn that there is no such session. */
    static final Access WRITING = new Access.NeedsOneOf(
            List.of(Scope.TASK_WRITE, Scope.TERMINAL_WRITE, Scope.TASK_READ, Scope.TERMINAL_READ));

    private final Sessions sessions;

    public SessionDoor(Sessions sessions) {
        this.sessions = sessions;
    }

    boolean isThere(SessionId id) {
        return sessions.find(id).isPresent();
    }

    Response read(Call call, SessionId id, Function<Session, Response> handler) {
        return enter(call, id, SessionKind::reading, handler);
    }

    Response write(Call call, SessionId id, Function<Session, Response> handler) {
        return enter(call, id, SessionKind::writing, handler);
    }

    private Response enter(
            Call call, SessionId id, Function<SessionKind, Scope> scope, Function<Session, Response> handler) {
        var session = sessions.find(id);
        if (session.isEmpty()) {
            return Replies.notFound("There is no such session. GET /api/sessions lists those there are.");
        }
        var needed = scope.apply(session.get().kind());
        return call.caller().allows(needed) ? handler.apply(session.get()) : Replies.missingScope(needed.wireName());
    }
}
