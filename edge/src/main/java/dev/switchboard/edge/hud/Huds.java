package dev.switchboard.edge.hud;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.channel.ChannelAdapter;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.ChannelSettings;
import dev.switchboard.core.channel.PeerSession;
import dev.switchboard.core.control.Resets;
import dev.switchboard.core.control.RunControls;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.session.SessionAgents;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.edge.auth.LiveCredentials;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All who look at sessions, and what they work with. To the runtime they are one more channel, of the gateway's own: what
 * is answered stays in its session, where whoever looks finds it.
 *
 * <p>Thread: any.
 */
public final class Huds implements ChannelAdapter {
    /** The channel of what is said on a page. No channel of the configuration may have this name. */
    public static final String CHANNEL = "web";

    static final String PATH = "/ws/{session_id}";

    static final int MAX_TEXT = 200_000;
    private static final Duration HEARTBEAT = Duration.ofSeconds(30);

    /** What a gateway gives to those who look. */
    public record Services(
            ChannelRuntime runtime,
            RunControls controls,
            Resets resets,
            Sessions sessions,
            SessionAgents agents,
            RunJournal journal,
            Ledger ledger,
            Feed feed,
            Previews previews,
            Approvals approvals,
            Masking masking) {}

    private final Services services;
    private final List<ChannelSettings> channels;
    private final LiveCredentials live;
    private final ChannelSettings settings;
    private final String version;
    private final Clock clock;
    /** Whoever says something in a session looks first whether it was said before; one at a time for each session. */
    private final ReentrantLock[] talking = new ReentrantLock[64];

    private final Map<SessionId, Set<HudSocket>> looking = new ConcurrentHashMap<>();

    /**
     * @param channels those of the configuration: the sessions of their peers stay theirs, whoever says something first
     * @param agent who answers in a session that names no agent
     */
    public Huds(
            Services services,
            List<ChannelSettings> channels,
            LiveCredentials live,
            String agent,
            String version,
            Clock clock) {
        this.services = services;
        this.channels = List.copyOf(channels);
        this.live = live;
        this.settings = new ChannelSettings(
                CHANNEL, true, CHANNEL, "websocket", "local", "Web", agent, HEARTBEAT, MAX_TEXT, null);
        this.version = version;
        this.clock = clock;
        Arrays.setAll(talking, _ -> new ReentrantLock());
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
        return PATH;
    }

    /** Pages are no devices: who looks at what is shown in the sessions. */
    @Override
    public List<Device> devices() {
        return List.of();
    }

    @Override
    public boolean wantsUnclaimed(String peerId) {
        return false;
    }

    /** Nothing to send: whoever looks is told by the session's feed. */
    @Override
    public void send(OutboundMessage message, Receipt receipt) {
        if (looking.containsKey(message.session())) {
            receipt.delivered();
        } else {
            receipt.unclaimed();
        }
    }

    @Override
    public void stop() {
        looking.values().forEach(sockets -> sockets.forEach(HudSocket::goingAway));
    }

    void join(SessionId session, HudSocket socket) {
        looking.compute(session, (_, there) -> {
            var sockets = there == null ? ConcurrentHashMap.<HudSocket>newKeySet() : there;
            sockets.add(socket);
            return sockets;
        });
    }

    void leave(SessionId session, HudSocket socket) {
        looking.computeIfPresent(session, (_, there) -> {
            there.remove(socket);
            return there.isEmpty() ? null : there;
        });
    }

    ReentrantLock talking(SessionId session) {
        return talking[Math.floorMod(session.hashCode(), talking.length)];
    }

    /** Whose session it is, if a device's: also before the device has said anything. */
    Optional<PeerSession> home(SessionId session) {
        return ChannelRuntime.peerSession(channels, session);
    }

    /** Makes a session that is not there, so that something can be said of it before anything is said in it. */
    void exist(SessionId session) {
        var home = home(session);
        services.sessions()
                .chat(
                        session,
                        home.map(PeerSession::name).orElse(session.value()),
                        home.map(there -> there.channel().channelId()).orElse(CHANNEL));
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

    Clock clock() {
        return clock;
    }
}
