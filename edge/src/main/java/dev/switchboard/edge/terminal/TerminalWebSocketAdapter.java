package dev.switchboard.edge.terminal;

import dev.switchboard.core.channel.ChannelAdapter;
import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.channel.ChannelEventLog;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.ChannelSettings;
import dev.switchboard.core.channel.PeerNotice;
import dev.switchboard.core.channel.Presence;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.edge.auth.DoorKeeper;
import dev.switchboard.edge.net.SocketListener;
import dev.switchboard.edge.net.SocketSettings;
import dev.switchboard.protocol.terminal.TerminalFrames;
import dev.switchboard.protocol.terminal.ToTerminal.Reply;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A channel of kind {@code terminal}, mode {@code websocket}: knows which device is connected, and nothing of the agent.
 *
 * <p>Thread: any. One connection a peer: the newest wins, and a closing one removes only itself.
 */
public final class TerminalWebSocketAdapter implements ChannelAdapter {
    static final int REPLACED = 4409;

    private static final int MAX_FRAME = 1024 * 1024;
    private static final int OUTBOX_BYTES = 1024 * 1024;
    private static final int OUTBOX_FRAMES = 1024;

    private final ChannelSettings settings;
    private final ChannelRuntime runtime;
    private final ChannelEventLog events;
    private final Presence presence;
    private final Masking masking;
    private final Clock clock;
    private final Duration greetingWithin;
    private final ConcurrentHashMap<String, TerminalSocket> connections = new ConcurrentHashMap<>();

    /**
     * @param presence told who comes and goes
     * @param masking for a device's words that are said back to it
     * @param greetingWithin a device that has not connected by then is closed with 1008
     */
    public TerminalWebSocketAdapter(
            ChannelSettings settings,
            ChannelRuntime runtime,
            ChannelEventLog events,
            Presence presence,
            Masking masking,
            Clock clock,
            Duration greetingWithin) {
        this.settings = settings;
        this.runtime = runtime;
        this.events = events;
        this.presence = presence;
        this.masking = masking;
        this.clock = clock;
        this.greetingWithin = greetingWithin;
    }

    /** A listener for a socket that is about to open. */
    public SocketListener accept(DoorKeeper door) {
        return new TerminalSocket(this, runtime, door, masking, clock);
    }

    public SocketSettings socketSettings() {
        return new SocketSettings(settings.heartbeat(), greetingWithin, MAX_FRAME, OUTBOX_BYTES, OUTBOX_FRAMES);
    }

    @Override
    public ChannelSettings settings() {
        return settings;
    }

    @Override
    public List<String> capabilities() {
        return List.of("receive_text", "send_text", "persistent_connection");
    }

    @Override
    public String path() {
        return settings.path("ws");
    }

    @Override
    public List<Device> devices() {
        return connections.values().stream().map(TerminalSocket::device).toList();
    }

    @Override
    public boolean wantsUnclaimed(String peerId) {
        var connection = connections.get(peerId);
        return connection != null && connection.wantsUnclaimed();
    }

    @Override
    public void tell(String peerId, PeerNotice notice) {
        var connection = connections.get(peerId);
        if (connection != null) {
            connection.tell(notice);
        }
    }

    @Override
    public void send(OutboundMessage message, Receipt receipt) {
        var reply = Reply.assistant(
                message.messageId(),
                message.run().value(),
                message.text(),
                message.finishReason().wireName());
        send(message.peerId(), TerminalFrames.write(reply), receipt, null);
    }

    /** A device that came back while its answer was on its way to its former connection gets it on the new one. */
    private void send(String peerId, String frame, Receipt receipt, @Nullable TerminalSocket tried) {
        var connection = connections.get(peerId);
        if (connection == null || connection == tried) {
            receipt.unclaimed();
            return;
        }
        connection.send(frame, written -> {
            if (written) {
                receipt.delivered();
            } else {
                send(peerId, frame, receipt, connection);
            }
        });
    }

    @Override
    public void stop() {
        connections.values().forEach(connection -> connection.close(1001, "the gateway is going away"));
    }

    /** From now on answers for this peer go to this connection. */
    void register(String peerId, SessionId session, TerminalSocket connection) {
        var older = connections.put(peerId, connection);
        if (older != null && older != connection) {
            older.close(REPLACED, "another connection uses this peer_id");
        }
        presence.came(settings.channelId(), connection.device());
        record(ChannelEvent.Type.TERMINAL_CONNECTED, peerId, session);
    }

    void unregister(String peerId, SessionId session, TerminalSocket connection) {
        if (connections.remove(peerId, connection)) {
            presence.left(settings.channelId(), connection.device());
        }
        record(ChannelEvent.Type.TERMINAL_DISCONNECTED, peerId, session);
    }

    private void record(ChannelEvent.Type type, String peerId, SessionId session) {
        events.append(new ChannelEvent(settings.channelId(), type, clock.instant(), peerId, session, null, null, null));
    }
}
