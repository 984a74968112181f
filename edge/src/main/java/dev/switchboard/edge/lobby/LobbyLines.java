package dev.switchboard.edge.lobby;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.channel.ChannelAdapter;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionAgents;
import dev.switchboard.core.session.SessionState;
import dev.switchboard.core.status.AgentStatus;
import dev.switchboard.edge.api.SessionLines;
import dev.switchboard.protocol.hud.AskedCall;
import dev.switchboard.protocol.hud.By;
import dev.switchboard.protocol.lobby.SessionLine;
import dev.switchboard.protocol.lobby.ToLobby;
import org.jspecify.annotations.Nullable;

/** What the lobby shows, in the words of the wire. */
final class LobbyLines {
    private static final double MICROS = 1e6;

    private LobbyLines() {}

    /** While something is under way its own words are shown, to who may see them; what was said before is old by then. */
    static SessionLine session(Session session, SessionAgents agents) {
        var line = SessionLines.of(session, agents);
        boolean open =
                session.state() == SessionState.AGENT_RUNNING || session.state() == SessionState.WAITING_APPROVAL;
        return open ? line.withoutText() : line;
    }

    static ToLobby.Question question(Approval approval) {
        return new ToLobby.Question(
                approval.id(),
                approval.session().value(),
                new AskedCall(approval.callId(), approval.tool(), approval.arguments()),
                approval.reason(),
                approval.expiresAt().toString());
    }

    static ToLobby.Agent agent(AgentStatus status) {
        return new ToLobby.Agent(
                status.agent(),
                status.state().wireName(),
                status.run() == null ? null : status.run().value(),
                dollars(status.spentMicros()),
                dollars(status.limitMicros()));
    }

    static ToLobby.Device device(String channelId, ChannelAdapter.Device device) {
        return new ToLobby.Device(
                channelId,
                device.peerId(),
                device.deviceName(),
                device.connectedAt().toString());
    }

    static @Nullable By by(RunEvent.@Nullable By by) {
        return by == null ? null : new By(by.name(), by.deviceId());
    }

    private static @Nullable Double dollars(@Nullable Long micros) {
        return micros == null ? null : micros / MICROS;
    }
}
