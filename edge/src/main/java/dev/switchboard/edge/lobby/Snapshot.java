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

/** All there is to show, bounded: what needs somebody, what runs, what is pinned, the newest. */
final class Snapshot {
    private static final int NEWEST = 200;
    private static final int MOST_OPEN = 200;
    private static final int MOST_APPROVALS = 200;
    private static final int MOST_DEVICES = 500;

    /** What the calls that wait may have together, in characters: the rest is found where they are listed. */
    private static final int MOST_ASKED = 256 * 1024;

    private Snapshot() {}

    static ToLobby.Snapshot of(Lobby.Services services, Predicate<Scope> allowed) {
        boolean status = allowed.test(Scope.STATUS_READ);
        return new ToLobby.Snapshot(
                sessions(services, SessionKind.readable(allowed)),
                allowed.test(Scope.APPROVAL_RESPOND) ? approvals(services) : List.of(),
                status ? agents(services) : List.of(),
                status ? devices(services) : List.of());
    }

    private static List<SessionLine> sessions(Lobby.Services services, Set<SessionKind> kinds) {
        if (kinds.isEmpty()) {
            return List.of();
        }
        var found = new LinkedHashMap<String, Session>();
        var sessions = services.sessions();
        add(found, sessions.list(wanted(kinds, null, NEWEST)).sessions());
        add(
                found,
                sessions.list(wanted(kinds, SessionState.WAITING_APPROVAL, MOST_OPEN))
                        .sessions());
        add(
                found,
                sessions.list(wanted(kinds, SessionState.AGENT_RUNNING, MOST_OPEN))
                        .sessions());
        add(found, sessions.pinned(kinds, MOST_OPEN));
        return found.values().stream()
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

    /** Oldest first; a page ends early where the calls in it are large. */
    private static List<ToLobby.Question> approvals(Lobby.Services services) {
        var found = new ArrayList<ToLobby.Question>();
        long size = 0;
        String next = null;
        do {
            var page = services.approvals().pending(next, MOST_APPROVALS - found.size());
            for (var approval : page.approvals()) {
                size += approval.arguments().toString().length();
                if (size > MOST_ASKED && !found.isEmpty()) {
                    return found;
                }
                found.add(LobbyLines.question(approval));
            }
            next = page.next();
        } while (next != null && found.size() < MOST_APPROVALS);
        return found;
    }

    private static List<ToLobby.Agent> agents(Lobby.Services services) {
        var found = new ArrayList<ToLobby.Agent>();
        services.statuses().tellAll(status -> found.add(LobbyLines.agent(status)));
        return found;
    }

    private static List<ToLobby.Device> devices(Lobby.Services services) {
        var found = new ArrayList<ToLobby.Device>();
        for (var channel : services.channels().statuses()) {
            for (var device : channel.devices()) {
                found.add(LobbyLines.device(channel.settings().channelId(), device));
            }
        }
        return found.stream()
                .sorted(Comparator.comparing(ToLobby.Device::connectedAt).reversed())
                .limit(MOST_DEVICES)
                .toList();
    }
}
