package dev.switchboard.edge.lobby;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.SessionState;
import dev.switchboard.core.session.Sessions.Wanted;
import dev.switchboard.protocol.lobby.SessionLine;
import dev.switchboard.protocol.lobby.ToLobby;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** All there is to show, bounded in number and in bytes: what needs somebody, what runs, what is pinned, the newest. */
final class Snapshot {
    /** Some more than the 200 that are promised: who makes many at once counts them as they were answered. */
    private static final int NEWEST = 250;

    private static final int MOST_OPEN = 200;
    private static final int MOST_APPROVALS = 200;
    private static final int MOST_DEVICES = 500;

    /**
     * What each may have, in bytes. Together they leave room in a socket's outbox for what may still lie in it: three bytes
     * for each of {@link dev.switchboard.edge.watch.PacedFrames}' characters.
     */
    static final int SESSIONS = 256 * 1024;

    static final int APPROVALS = 192 * 1024;
    static final int AGENTS = 32 * 1024;
    static final int DEVICES = 96 * 1024;

    private Snapshot() {}

    static ToLobby.Snapshot of(Lobby.Services services, Predicate<Scope> allowed) {
        boolean status = allowed.test(Scope.STATUS_READ);
        return new ToLobby.Snapshot(
                sessions(services, SessionKind.readable(allowed)),
                allowed.test(Scope.APPROVAL_RESPOND) ? approvals(services) : List.of(),
                status ? agents(services) : List.of(),
                status ? devices(services) : List.of());
    }

    /** What matters most is taken first; it is shown by its last event. */
    private static List<SessionLine> sessions(Lobby.Services services, Set<SessionKind> kinds) {
        if (kinds.isEmpty()) {
            return List.of();
        }
        var found = new LinkedHashMap<String, Session>();
        var sessions = services.sessions();
        add(
                found,
                sessions.list(wanted(kinds, SessionState.WAITING_APPROVAL, MOST_OPEN))
                        .sessions());
        add(
                found,
                sessions.list(wanted(kinds, SessionState.AGENT_RUNNING, MOST_OPEN))
                        .sessions());
        add(found, sessions.pinned(kinds, MOST_OPEN));
        add(found, sessions.list(wanted(kinds, null, NEWEST)).sessions());
        var room = new SnapshotRoom(SESSIONS);
        return found.values().stream()
                .filter(session -> room.takes(LobbyLines.session(session, services.agents())))
                .sorted(Comparator.comparing(Session::lastEventAt).reversed())
                .map(session -> LobbyLines.session(session, services.agents()))
                .toList();
    }

    private static Wanted wanted(Set<SessionKind> kinds, @Nullable SessionState state, int limit) {
        return new Wanted(kinds, state, null, false, null, limit);
    }

    private static void add(LinkedHashMap<String, Session> found, List<Session> sessions) {
        sessions.forEach(session -> found.put(session.id().value(), session));
    }

    /** Oldest first; what is too large is found where approvals are listed, and in its session. */
    private static List<ToLobby.Question> approvals(Lobby.Services services) {
        var found = new ArrayList<ToLobby.Question>();
        var room = new SnapshotRoom(APPROVALS);
        String next = null;
        int looked = 0;
        do {
            var page = services.approvals().pending(next, MOST_APPROVALS - looked);
            page.approvals().stream()
                    .map(LobbyLines::question)
                    .filter(room::takes)
                    .forEach(found::add);
            looked += page.approvals().size();
            next = page.next();
        } while (next != null && looked < MOST_APPROVALS);
        return found;
    }

    private static List<ToLobby.Agent> agents(Lobby.Services services) {
        var found = new ArrayList<ToLobby.Agent>();
        services.statuses().tellAll(status -> found.add(LobbyLines.agent(status)));
        return new SnapshotRoom(AGENTS).of(found);
    }

    private static List<ToLobby.Device> devices(Lobby.Services services) {
        var found = new ArrayList<ToLobby.Device>();
        for (var channel : services.channels().statuses()) {
            for (var device : channel.devices()) {
                found.add(LobbyLines.device(channel.settings().channelId(), device));
            }
        }
        return new SnapshotRoom(DEVICES)
                .of(found.stream()
                        .sorted(Comparator.comparing(ToLobby.Device::connectedAt)
                                .reversed())
                        .limit(MOST_DEVICES)
                        .toList());
    }
}
