package dev.switchboard.edge.lobby;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.api.ApprovalAnswers;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.net.SocketListener;
import dev.switchboard.edge.net.WebSocket;
import dev.switchboard.edge.watch.PacedFrames;
import dev.switchboard.protocol.lobby.FromLobby;
import dev.switchboard.protocol.lobby.LobbyFrames;
import dev.switchboard.protocol.lobby.ToLobby;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Somebody who stands in the lobby.
 *
 * <p>Thread: frames that come on the virtual thread that has them in hand; frames that go on one of its own, which waits for
 * the socket.
 */
final class LobbySocket implements SocketListener {
    private static final int UNAUTHORIZED = 4401;
    private static final int GOING_AWAY = 1001;
    private static final int FAILED = 1011;
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Logger log = LoggerFactory.getLogger(LobbySocket.class);

    private final Lobby lobby;
    private final Credential credential;
    private final Unsent unsent = new Unsent();
    private volatile @Nullable WebSocket socket;
    private volatile @Nullable PacedFrames out;
    private volatile LiveCredentials.@Nullable Registration registration;

    LobbySocket(Lobby lobby, Credential credential) {
        this.lobby = lobby;
        this.credential = credential;
    }

    boolean allows(Scope scope) {
        return credential.allows(scope);
    }

    /** @param about what it replaces if that was not sent yet */
    void offer(String about, String frame) {
        unsent.offer(about, frame);
    }

    /** More has changed than is remembered. */
    void tellAgain() {
        unsent.tellAgain();
    }

    @Override
    public void onOpen(WebSocket opened) {
        socket = opened;
        var paced = new PacedFrames(opened);
        out = paced;
        opened.authenticatedAs(credential.user());
        registration = lobby.live()
                .register(
                        credential,
                        () -> opened.close(UNAUTHORIZED, "revoked"),
                        () -> opened.close(GOING_AWAY, "shutdown"));
        opened.send(LobbyFrames.write(new ToLobby.Connected(lobby.version())));
        // Before the first look at what there is: what changes from here on is told after it.
        lobby.join(this);
        Thread.ofVirtual().name("lobby of " + credential.token().id()).start(() -> show(opened, paced));
    }

    private void show(WebSocket to, PacedFrames paced) {
        try {
            while (true) {
                var taken = unsent.take();
                if (taken.closed()) {
                    return;
                }
                if (taken.again()) {
                    paced.send(LobbyFrames.write(Snapshot.of(lobby.services(), credential::allows)));
                    paced.awaitRoom();
                }
                for (var frame : taken.frames()) {
                    paced.send(frame);
                    paced.awaitRoom();
                }
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            log.warn("the lobby cannot be shown", e);
            to.close(FAILED, "The list cannot be shown just now, come back in a moment.");
        }
    }

    @Override
    public void onText(String text) {
        try {
            switch (LobbyFrames.read(text)) {
                case FromLobby.Ping() -> send(new ToLobby.Pong());
                case FromLobby.Approve approve -> approve(approve);
                case FromLobby.Unknown(var type) ->
                    refuse("unsupported_type", type == null ? "type is required" : "unsupported frame type");
                case FromLobby.Malformed(var why) -> refuse("malformed", why);
            }
        } catch (SwitchboardException e) {
            refuse(e.code().wireName(), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("a frame of the lobby could not be handled");
            refuse("internal", "Something went wrong inside the gateway.");
        }
    }

    private void approve(FromLobby.Approve answer) {
        if (!allows(Scope.APPROVAL_RESPOND)) {
            refuse("forbidden", "this needs the scope " + Scope.APPROVAL_RESPOND.wireName());
            return;
        }
        ApprovalAnswers.give(
                        lobby.services().approvals(),
                        credential,
                        answer.approvalId(),
                        answer.approved(),
                        answer.reason())
                .ifPresent(refusal -> refuse(refusal.code(), refusal.why()));
    }

    @Override
    public void onBinary() {
        refuse("malformed", "binary frames are not supported, send JSON as text");
    }

    @Override
    public void onClose(int code, String reason) {
        lobby.leave(this);
        unsent.close();
        var paced = out;
        if (paced != null) {
            paced.close();
        }
        var listed = registration;
        if (listed != null) {
            listed.close();
        }
    }

    void goingAway() {
        var open = socket;
        if (open != null) {
            open.close(GOING_AWAY, "shutdown");
        }
    }

    private void refuse(String code, String why) {
        send(new ToLobby.Failure(code, why));
    }

    private void send(ToLobby frame) {
        var open = socket;
        if (open != null) {
            open.send(LobbyFrames.write(frame));
        }
    }
}
