package dev.switchboard.edge.hud;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.channel.PeerSession;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.preview.LiveView;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.SessionState;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.net.SocketListener;
import dev.switchboard.edge.net.WebSocket;
import dev.switchboard.edge.watch.SessionWatch;
import dev.switchboard.json.text.Shortened;
import dev.switchboard.protocol.hud.FromHud;
import dev.switchboard.protocol.hud.HudFrames;
import dev.switchboard.protocol.hud.ToHud;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Somebody who looks at a session, and talks in it.
 *
 * <p>Thread: the virtual thread that has a frame in hand; the next frame waits for it. What happens in the session comes
 * from its watch, and from anywhere what ends this.
 */
final class HudSocket implements SocketListener {
    private static final int UNAUTHORIZED = 4401;
    private static final int GONE = 4404;
    private static final int GOING_AWAY = 1001;
    private static final int FAILED = 1011;
    private static final int MAX_QUOTED = 64;
    private static final Logger log = LoggerFactory.getLogger(HudSocket.class);

    private final Huds huds;
    private final SessionId session;
    private final Credential credential;
    private final @Nullable Long after;
    private final ChatDesk chat;
    private final ControlDesk controls;
    private final EarlierDesk earlier;
    private volatile @Nullable WebSocket socket;
    private volatile @Nullable SessionWatch watch;
    private volatile LiveCredentials.@Nullable Registration registration;

    /** @param after the number up to which the client has seen everything; null if it has seen nothing */
    HudSocket(Huds huds, SessionId session, Credential credential, @Nullable Long after) {
        this.huds = huds;
        this.session = session;
        this.credential = credential;
        this.after = after;
        this.chat = new ChatDesk(huds, session, credential, this::send);
        this.controls = new ControlDesk(huds, session, credential, this::send);
        this.earlier = new EarlierDesk(huds.services(), session);
    }

    @Override
    public void onOpen(WebSocket opened) {
        socket = opened;
        opened.authenticatedAs(credential.user());
        // Listed before anything is shown: whoever ends the credential from here on finds this socket.
        registration = huds.live()
                .register(
                        credential,
                        () -> opened.close(UNAUTHORIZED, "revoked"),
                        () -> opened.close(GOING_AWAY, "shutdown"));
        huds.join(session, this);
        try {
            begin(opened);
        } catch (RuntimeException | Error e) {
            log.atWarn().addKeyValue("session", session).setCause(e).log("a session cannot be shown");
            opened.close(FAILED, "The session cannot be shown just now, come back in a moment.");
        }
    }

    /** Says what this session is, then shows it. */
    private void begin(WebSocket to) {
        var services = huds.services();
        var found = services.sessions().find(session);
        long newest = services.ledger().lastSeq(session);
        long from;
        boolean gap;
        if (after == null) {
            var window = ReplayWindow.of(services.ledger(), session, newest + 1, ReplayWindow.MAX_EVENTS);
            from = window.after();
            gap = window.more();
        } else {
            from = Math.min(after, newest);
            gap = from > 0 && from < found.map(Session::lowWater).orElse(0L);
        }
        var view = LiveView.of(services.feed(), services.previews(), session, from);
        send(connected(found.orElse(null), view.begunAt()));
        var projection = new HudView(session.value(), after == null ? 0 : from, gap, huds.clock(), new Asked());
        var begun = new SessionWatch(to, view, projection, this::broken);
        watch = begun;
        begun.start("hud " + session);
    }

    private final class Asked implements HudView.OfSession {
        @Override
        public List<Approval> waiting() {
            return huds.services().approvals().waitingIn(session);
        }

        @Override
        public long last() {
            return huds.services().sessions().find(session).isPresent()
                    ? Long.MAX_VALUE
                    : huds.services().ledger().lastSeq(session);
        }

        @Override
        public void gone() {
            close(GONE, "deleted");
        }
    }

    private ToHud connected(@Nullable Session found, long seq) {
        return found == null
                ? unused(seq)
                : new ToHud.Connected(
                        session.value(),
                        found.kind().wireName(),
                        found.name(),
                        huds.services().agents().answeringIn(found),
                        found.workingDir(),
                        found.state().name(),
                        seq,
                        huds.version());
    }

    /** As it will be when something is said in it. */
    private ToHud unused(long seq) {
        var home = huds.home(session);
        return new ToHud.Connected(
                session.value(),
                SessionKind.CHAT.wireName(),
                home.map(PeerSession::name).orElse(session.value()),
                home.map(PeerSession::channel).orElse(huds.settings()).agent(),
                null,
                SessionState.IDLE.name(),
                seq,
                huds.version());
    }

    @Override
    public void onText(String text) {
        try {
            handle(HudFrames.read(text));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SwitchboardException e) {
            if (e.code() == ErrorCode.INVALID) {
                refuse("invalid", String.valueOf(e.getMessage()), null);
            } else {
                log.atWarn()
                        .addKeyValue("session", session)
                        .log("a frame could not be handled: {}: {}", e.code().wireName(), e.getMessage());
                refuse(e.code().wireName(), String.valueOf(e.getMessage()), null);
            }
        } catch (RuntimeException e) {
            log.atError().addKeyValue("session", session).setCause(e).log("a frame could not be handled");
            refuse(ErrorCode.INTERNAL.wireName(), "Something went wrong inside the gateway.", null);
        }
    }

    private void handle(FromHud frame) throws InterruptedException {
        switch (frame) {
            case FromHud.Ping() -> send(new ToHud.Pong());
            case FromHud.Malformed(var why, var messageId) -> refuse("malformed", why, messageId);
            case FromHud.Unknown(var type) ->
                refuse(
                        "unsupported_type",
                        type == null
                                ? "type is required"
                                : "unsupported frame type: "
                                        + Shortened.to(
                                                MAX_QUOTED,
                                                huds.services().masking().mask(type)),
                        null);
            case FromHud.Earlier asked -> {
                var open = socket;
                if (open != null) {
                    earlier.show(asked, open);
                }
            }
            case FromHud.Approve approve -> {
                if (allowed(Scope.APPROVAL_RESPOND, null)) {
                    controls.approve(approve);
                }
            }
            case FromHud.Message message -> {
                if (mayWrite(message.messageId())) {
                    chat.say(message);
                }
            }
            case FromHud.Stop() -> write(() -> controls.stop(false));
            case FromHud.Kill() -> write(() -> controls.stop(true));
            case FromHud.New() -> write(controls::reset);
            case FromHud.SwitchAgent(var agent) -> write(() -> controls.switchAgent(agent));
            case FromHud.HandOver(var agent) -> write(() -> controls.handOver(agent));
        }
    }

    private interface Writing {
        void run() throws InterruptedException;
    }

    private void write(Writing writing) throws InterruptedException {
        if (mayWrite(null)) {
            writing.run();
        }
    }

    private boolean mayWrite(@Nullable String messageId) {
        var found = huds.services().sessions().find(session);
        var kind = found.map(Session::kind).orElse(SessionKind.CHAT);
        if (!allowed(kind.writing(), messageId)) {
            return false;
        }
        if (found.isEmpty() && session.value().startsWith(Sessions.PROGRAM_PREFIX)) {
            // It was there when this socket opened, and was deleted since.
            refuse("not_found", "This session is no longer there.", messageId);
            return false;
        }
        if (kind == SessionKind.TERMINAL) {
            refuse("not_supported", "This session is a terminal: nobody answers in it.", messageId);
            return false;
        }
        return true;
    }

    private boolean allowed(Scope needed, @Nullable String messageId) {
        if (credential.allows(needed)) {
            return true;
        }
        refuse("forbidden", "this needs the scope " + needed.wireName(), messageId);
        return false;
    }

    @Override
    public void onBinary() {
        refuse("malformed", "binary frames are not supported, send JSON as text", null);
    }

    @Override
    public void onClose(int code, String reason) {
        huds.leave(session, this);
        var listed = registration;
        if (listed != null) {
            listed.close();
        }
        var looking = watch;
        if (looking != null) {
            looking.close();
        }
    }

    void goingAway() {
        close(GOING_AWAY, "shutdown");
    }

    private void broken() {
        close(FAILED, "The session cannot be shown just now, come back in a moment.");
    }

    private void close(int code, String reason) {
        var open = socket;
        if (open != null) {
            open.close(code, reason);
        }
    }

    /** A stranger's words are not repeated at length. */
    private void refuse(String code, String why, @Nullable String messageId) {
        send(new ToHud.Failure(code, why, messageId == null || messageId.length() > MAX_QUOTED ? null : messageId));
    }

    private void send(ToHud frame) {
        var open = socket;
        if (open != null) {
            open.send(HudFrames.write(frame));
        }
    }
}
