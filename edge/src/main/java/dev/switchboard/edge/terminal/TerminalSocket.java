package dev.switchboard.edge.terminal;

import dev.switchboard.core.channel.Acknowledgement.Invalid;
import dev.switchboard.core.channel.Acknowledgement.Judged;
import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.Admission.Accepted;
import dev.switchboard.core.channel.Admission.Answered;
import dev.switchboard.core.channel.Admission.Forgotten;
import dev.switchboard.core.channel.Admission.Refused;
import dev.switchboard.core.channel.Admission.Running;
import dev.switchboard.core.channel.ChannelAdapter.Device;
import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.Draft;
import dev.switchboard.core.channel.MessageRules;
import dev.switchboard.core.channel.PeerNotice;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.edge.auth.DoorKeeper;
import dev.switchboard.edge.net.SocketListener;
import dev.switchboard.edge.net.WebSocket;
import dev.switchboard.json.text.Shortened;
import dev.switchboard.protocol.terminal.FromTerminal.Connect;
import dev.switchboard.protocol.terminal.FromTerminal.Malformed;
import dev.switchboard.protocol.terminal.FromTerminal.Message;
import dev.switchboard.protocol.terminal.FromTerminal.Ping;
import dev.switchboard.protocol.terminal.FromTerminal.Unknown;
import dev.switchboard.protocol.terminal.TerminalFrames;
import dev.switchboard.protocol.terminal.ToTerminal;
import dev.switchboard.protocol.terminal.ToTerminal.Ack;
import dev.switchboard.protocol.terminal.ToTerminal.Connected;
import dev.switchboard.protocol.terminal.ToTerminal.Failure;
import dev.switchboard.protocol.terminal.ToTerminal.Notice;
import dev.switchboard.protocol.terminal.ToTerminal.Pong;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One device's connection.
 *
 * <p>Thread: the virtual thread that has a frame in hand; the next frame waits for it. {@code send} and {@code close}
 * may be called from anywhere.
 */
final class TerminalSocket implements SocketListener {
    private static final int MAX_REFUSED_CONNECTS = 3;
    /** Characters of what a device sent that an error repeats. */
    private static final int MAX_QUOTED = 2 * MessageRules.MAX_ID;

    private static final int POLICY = 1008;
    private static final int UNAUTHORIZED = 4401;
    private static final Logger log = LoggerFactory.getLogger(TerminalSocket.class);

    /** Who is on the other end, once it has said so. */
    private record Greeted(
            String peerId,
            @Nullable String deviceName,
            @Nullable String threadId,
            @Nullable String userId,
            boolean replay,
            @Nullable NoticeDesk notices,
            SessionId session,
            Instant at) {}

    private final TerminalWebSocketAdapter adapter;
    private final ChannelRuntime runtime;
    private final DoorKeeper door;
    private final Masking masking;
    private final Clock clock;
    private volatile @Nullable WebSocket socket;
    private volatile @Nullable Greeted greeted;
    private int refusedConnects;

    TerminalSocket(
            TerminalWebSocketAdapter adapter, ChannelRuntime runtime, DoorKeeper door, Masking masking, Clock clock) {
        this.adapter = adapter;
        this.runtime = runtime;
        this.door = door;
        this.masking = masking;
        this.clock = clock;
    }

    @Override
    public void onOpen(WebSocket opened) {
        socket = opened;
    }

    @Override
    public void onText(String text) {
        switch (TerminalFrames.read(text)) {
            case Connect connect -> greet(connect);
            case Message message -> admit(message);
            case Ping() -> send(new Pong());
            case Unknown(var type) -> send(unsupported(type));
            case Malformed(var why, var messageId) -> send(failure(why, messageId, "malformed"));
        }
    }

    @Override
    public void onBinary() {
        send(new Failure("binary frames are not supported, send JSON as text", null, "malformed"));
    }

    @Override
    public void onClose(int code, String reason) {
        var who = greeted;
        if (who != null) {
            adapter.unregister(who.peerId(), who.session(), this);
            log.atInfo().addKeyValue("session", who.session()).log("device left with {}", code);
        }
    }

    Device device() {
        var who = greeted;
        if (who == null) {
            throw new IllegalStateException("only greeted connections are registered");
        }
        return new Device(who.peerId(), who.deviceName(), who.at());
    }

    boolean wantsUnclaimed() {
        var who = greeted;
        return who != null && who.replay();
    }

    void tell(PeerNotice notice) {
        var who = greeted;
        if (who != null && who.notices() != null) {
            who.notices().hear(notice);
        }
    }

    void send(String frame, WebSocket.Receipt receipt) {
        var open = socket;
        if (open == null) {
            receipt.settled(false);
        } else {
            open.send(frame, receipt);
        }
    }

    void close(int code, String reason) {
        var open = socket;
        if (open != null) {
            open.close(code, reason);
        }
    }

    private void greet(Connect connect) {
        var peerId = connect.peerId();
        var complaint = complaint(connect);
        if (peerId == null || complaint.isPresent()) {
            send(new Failure(complaint.orElse("peer_id is required"), null, "invalid"));
            if (++refusedConnects >= MAX_REFUSED_CONNECTS) {
                close(POLICY, "too many refused connects");
            }
            return;
        }
        switch (door.judge(connect.token())) {
            case WELCOME -> welcome(connect, peerId);
            case WRONG -> turnAway("the channel's token is missing or wrong", "unauthorized");
            case TOO_MANY_TRIES -> turnAway("too many wrong tokens, try again later", "rate_limited");
        }
    }

    /** The greeting goes into the outbox before the connection can be found, so that it is always the first frame. */
    private void welcome(Connect connect, String peerId) {
        var session = runtime.session(adapter.settings(), peerId, connect.threadId());
        var replay = lists(connect, "replay");
        var notices = lists(connect, "notices") ? new NoticeDesk(this::send) : null;
        leaveAnotherPeer(peerId);
        greeted = new Greeted(
                peerId,
                shown(connect.deviceName()),
                connect.threadId(),
                connect.userId(),
                replay,
                notices,
                session,
                clock.instant());
        var open = socket;
        if (open != null) {
            // On a channel without a token it is its address that has to answer for what it holds.
            if (adapter.settings().token() == null) {
                open.authenticated();
            } else {
                open.authenticatedAs("channel " + adapter.settings().channelId());
            }
        }
        send(new Connected(adapter.settings().channelId(), session.value()));
        adapter.register(peerId, session, this);
        log.atInfo().addKeyValue("session", session).log("device connected");
        if (replay) {
            runtime.replayUnclaimed(adapter.settings(), peerId);
        }
        tellWaits(session);
    }

    /** Registered before: what begins to wait from then on is heard. */
    private void tellWaits(SessionId session) {
        var who = greeted;
        if (who == null || who.notices() == null) {
            return;
        }
        try {
            who.notices().look(() -> runtime.waiting(adapter.settings(), who.peerId(), session));
        } catch (SwitchboardException e) {
            // A device that is not told waits as long as one that did not ask.
            log.atWarn().addKeyValue("session", session).log("could not look what waits: {}", e.getMessage());
        }
    }

    private static boolean lists(Connect connect, String capability) {
        return connect.capabilities() != null && connect.capabilities().contains(capability);
    }

    /** A name is for people: what is too long or broken in it is mended, not refused. */
    private static @Nullable String shown(@Nullable String deviceName) {
        return deviceName == null ? null : ChannelEvent.preview(MessageRules.wellFormed(deviceName));
    }

    /** A second {@code connect} under another name gives the first one up. */
    private void leaveAnotherPeer(String peerId) {
        var before = greeted;
        if (before != null && !before.peerId().equals(peerId)) {
            adapter.unregister(before.peerId(), before.session(), this);
        }
    }

    private void turnAway(String why, String code) {
        send(new Failure(why, null, code));
        close(UNAUTHORIZED, why);
    }

    private void admit(Message message) {
        var who = greeted;
        if (who == null) {
            send(failure("connect is required before message", message.messageId(), "not_connected"));
            return;
        }
        var threadId = message.threadId() != null ? message.threadId() : who.threadId();
        var userId = message.userId() != null ? message.userId() : who.userId();
        var draft = new Draft(who.peerId(), message.messageId(), message.text(), threadId, userId);
        try (var acknowledgement = runtime.acceptInbound(adapter.settings(), draft)) {
            switch (acknowledgement) {
                case Invalid(var why) -> send(failure(why, message.messageId(), "invalid"));
                case Judged(var inbound, var admission, var _) -> acknowledge(inbound, admission);
            }
        }
    }

    private void acknowledge(InboundMessage message, Admission admission) {
        var id = message.messageId();
        var session = message.session();
        switch (admission) {
            case Accepted _ -> send(Ack.accepted(id, session.value()));
            case Running(var first, var reused, var _) -> {
                send(Ack.pending(id, first.value(), code(reused)));
                tellWaits(first);
            }
            case Answered(var first, var seq, var reply, var run, var finish, var reused) -> {
                var ack = Ack.answered(id, first.value(), reply, run.value(), finish.wireName(), code(reused));
                send(TerminalFrames.write(ack), written -> {
                    if (written) {
                        runtime.shown(first, seq);
                    }
                });
            }
            case Forgotten(var first, var _) -> send(Ack.forgotten(id, first.value(), Forgotten.REPLY));
            case Refused(var code, var why) -> send(Ack.refused(id, session.value(), code.wireName(), why));
        }
    }

    private static Optional<String> complaint(Connect connect) {
        return MessageRules.required("peer_id", connect.peerId())
                .or(() -> MessageRules.optional("thread_id", connect.threadId()))
                .or(() -> MessageRules.optional("user_id", connect.userId()))
                .or(() -> connect.capabilities() != null
                                && !connect.capabilities().contains("text")
                        ? Optional.of("capabilities must include text")
                        : Optional.empty());
    }

    private Failure unsupported(@Nullable String type) {
        return type == null
                ? new Failure("type is required", null, "malformed")
                : new Failure(
                        "Unsupported websocket frame type: " + Shortened.to(MAX_QUOTED, masking.mask(type)),
                        null,
                        "unsupported_type");
    }

    /** Names the message, unless what stands there can be nobody's id: a stranger's words are not repeated at length. */
    private static Failure failure(String why, @Nullable String messageId, String code) {
        return new Failure(why, messageId == null || messageId.length() > MAX_QUOTED ? null : messageId, code);
    }

    private static @Nullable String code(boolean idReused) {
        return idReused ? "id_reused" : null;
    }

    private void send(PeerNotice notice) {
        send(new Notice(
                notice.messageId(),
                notice.code().wireName(),
                notice.text(),
                notice.approvalId(),
                notice.expiresAt() == null ? null : notice.expiresAt().toString()));
    }

    private void send(ToTerminal frame) {
        send(TerminalFrames.write(frame), WebSocket.Receipt.NONE);
    }
}
