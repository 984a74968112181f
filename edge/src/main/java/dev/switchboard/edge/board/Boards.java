package dev.switchboard.edge.board;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.channel.ChannelAdapter;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.ChannelSettings;
import dev.switchboard.core.channel.Presence;
import dev.switchboard.core.control.RunControls;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.TimeOrderedIds;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.core.status.AgentStatuses;
import dev.switchboard.core.task.Tasks;
import dev.switchboard.core.terminal.Terminals;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.auth.TokenGuard;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All boards that are connected, and what they work with. To the runtime they are one more channel, of the gateway's own:
 * what is answered there stays in its session, where whoever attaches finds it.
 *
 * <p>Thread: any.
 */
public final class Boards implements ChannelAdapter {
    /** The channel of every task. No channel of the configuration may have this name. */
    public static final String CHANNEL = "board";

    static final String PATH = "/api/board/ws";

    static final int MAX_GOAL = 200_000;
    private static final Duration HEARTBEAT = Duration.ofSeconds(30);

    /** What a gateway gives to its boards. */
    public record Services(
            ChannelRuntime runtime,
            RunControls controls,
            Tasks tasks,
            Sessions sessions,
            Ledger ledger,
            Feed feed,
            Previews previews,
            Approvals approvals,
            AgentStatuses statuses,
            Terminals terminals,
            TokenStore tokens,
            Presence presence,
            Masking masking) {}

    private final Services services;
    private final LiveCredentials live;
    private final Login login;
    private final ChannelSettings settings;
    private final String version;
    private final Clock clock;
    private final TimeOrderedIds ids;
    private final Set<BoardSocket> connected = ConcurrentHashMap.newKeySet();
    private final TaskEnds ends = new TaskEnds();

    /** @param agent who does what names no agent */
    public Boards(
            Services services, LiveCredentials live, TokenGuard guard, String agent, String version, Clock clock) {
        this.services = services;
        this.live = live;
        this.login = new Login(services.tokens(), guard, services.masking(), clock);
        this.settings = new ChannelSettings(
                CHANNEL, true, CHANNEL, "websocket", "local", "Boards", agent, HEARTBEAT, MAX_GOAL, null);
        this.version = version;
        this.clock = clock;
        this.ids = new TimeOrderedIds(clock);
        services.approvals().subscribe(notice -> connected.forEach(board -> board.tell(notice)));
        services.statuses().subscribe(status -> connected.forEach(board -> board.tell(status)));
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

    @Override
    public List<Device> devices() {
        return connected.stream().flatMap(board -> device(board).stream()).toList();
    }

    @Override
    public boolean wantsUnclaimed(String peerId) {
        return false;
    }

    /** Nothing to send: whoever watches the task is told by its feed, and whoever comes later finds it there. */
    @Override
    public void send(OutboundMessage message, Receipt receipt) {
        ends.answered(message.run(), receipt);
    }

    @Override
    public void stop() {
        connected.forEach(BoardSocket::goingAway);
    }

    void join(BoardSocket board) {
        connected.add(board);
        device(board).ifPresent(device -> services.presence().came(CHANNEL, device));
    }

    void leave(BoardSocket board) {
        if (connected.remove(board)) {
            device(board).ifPresent(device -> services.presence().left(CHANNEL, device));
        }
    }

    private static Optional<Device> device(BoardSocket board) {
        return Optional.ofNullable(board.seat()).map(seat -> new Device(seat.deviceId(), null, seat.since()));
    }

    /** In a word, why a credential is no longer good. */
    String whyEnded(Credential credential) {
        return services.tokens()
                .byId(credential.token().id())
                .filter(token -> token.revokedAt() == null && !token.isLiveAt(clock.instant()))
                .map(_ -> "expired")
                .orElse("revoked");
    }

    RunId newRun() {
        return new RunId("run-" + ids.get());
    }

    ChannelRuntime runtime() {
        return services.runtime();
    }

    RunControls controls() {
        return services.controls();
    }

    Tasks tasks() {
        return services.tasks();
    }

    Sessions sessions() {
        return services.sessions();
    }

    Ledger ledger() {
        return services.ledger();
    }

    Feed feed() {
        return services.feed();
    }

    Previews previews() {
        return services.previews();
    }

    Approvals approvals() {
        return services.approvals();
    }

    AgentStatuses statuses() {
        return services.statuses();
    }

    Terminals terminals() {
        return services.terminals();
    }

    TaskEnds ends() {
        return ends;
    }

    Masking masking() {
        return services.masking();
    }

    LiveCredentials live() {
        return live;
    }

    Login login() {
        return login;
    }

    String version() {
        return version;
    }

    Clock clock() {
        return clock;
    }
}
