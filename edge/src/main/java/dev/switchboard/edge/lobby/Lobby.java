package dev.switchboard.edge.lobby;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.channel.ChannelManager;
import dev.switchboard.core.channel.Presence;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.session.SessionAgents;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.core.status.AgentStatuses;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.protocol.lobby.LobbyFrames;
import dev.switchboard.protocol.lobby.ToLobby;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All who stand in the lobby, and what they are told of. A change is made a frame once, whoever wants it.
 *
 * <p>Thread: any.
 */
public final class Lobby {
    /** What a gateway gives to its lobby. */
    public record Services(
            Sessions sessions,
            SessionAgents agents,
            Approvals approvals,
            AgentStatuses statuses,
            ChannelManager channels,
            Presence presence) {}

    private final Services services;
    private final LiveCredentials live;
    private final String version;
    private final Set<LobbySocket> present = ConcurrentHashMap.newKeySet();
    private final Map<Scope, SessionRounds> rounds = new EnumMap<>(Scope.class);

    public Lobby(Services services, LiveCredentials live, String version) {
        this.services = services;
        this.live = live;
        this.version = version;
        for (var scope : List.of(Scope.TASK_READ, Scope.TERMINAL_READ)) {
            var kinds = EnumSet.copyOf(SessionKind.readable(scope::equals));
            rounds.put(scope, new SessionRounds(services.sessions(), services.agents(), kinds));
        }
        services.approvals().subscribe(this::tell);
        services.statuses()
                .subscribe(status -> tellAll(
                        Scope.STATUS_READ,
                        "agent " + status.agent(),
                        new ToLobby.AgentChanged(LobbyLines.agent(status))));
        services.presence().subscribe(this::tell);
    }

    private void tell(Approvals.Notice notice) {
        var approval = notice.approval();
        // What is too large for a snapshot is too large here: its session says that it waits, and shows it.
        if (notice instanceof Approvals.Notice.Asked
                && !present.isEmpty()
                && !new SnapshotRoom(Snapshot.APPROVALS).takes(LobbyLines.question(approval))) {
            return;
        }
        tellAll(
                Scope.APPROVAL_RESPOND,
                "approval " + approval.id(),
                switch (notice) {
                    case Approvals.Notice.Asked _ -> new ToLobby.Asked(LobbyLines.question(approval));
                    case Approvals.Notice.Resolved _ -> resolved(approval);
                });
    }

    private static ToLobby resolved(Approval approval) {
        var decision = approval.decision();
        return new ToLobby.Resolved(
                approval.id(),
                approval.session().value(),
                decision != null && decision.approved(),
                decision == null ? null : decision.reason(),
                decision == null ? null : LobbyLines.by(decision.by()));
    }

    private void tell(Presence.Change change) {
        var device = LobbyLines.device(change.channelId(), change.device());
        tellAll(
                Scope.STATUS_READ,
                "device " + change.channelId() + " " + change.device().peerId(),
                new ToLobby.DeviceChanged(device, change.left() ? true : null));
    }

    /** @param about what it replaces if that was not sent yet */
    private void tellAll(Scope needed, String about, ToLobby frame) {
        if (present.isEmpty()) {
            return;
        }
        var text = LobbyFrames.write(frame);
        for (var socket : present) {
            if (socket.allows(needed)) {
                socket.offer(about, text);
            }
        }
    }

    void join(LobbySocket socket) {
        present.add(socket);
        rounds.forEach((scope, round) -> {
            if (socket.allows(scope)) {
                round.join(socket);
            }
        });
    }

    void leave(LobbySocket socket) {
        present.remove(socket);
        rounds.values().forEach(round -> round.leave(socket));
    }

    /** The gateway is going away. */
    public void stop() {
        present.forEach(LobbySocket::goingAway);
    }

    /** How many stand in it. */
    public int size() {
        return present.size();
    }

    Services services() {
        return services;
    }

    LiveCredentials live() {
        return live;
    }

    String version() {
        return version;
    }
}
