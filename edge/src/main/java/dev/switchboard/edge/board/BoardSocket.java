package dev.switchboard.edge.board;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.status.AgentStatus;
import dev.switchboard.edge.auth.ClientKey;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.auth.Secrets;
import dev.switchboard.edge.net.SocketListener;
import dev.switchboard.edge.net.WebSocket;
import dev.switchboard.protocol.board.BoardFrames;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.ToBoard;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One board's connection.
 *
 * <p>Thread: the virtual thread that has a frame in hand; the next frame waits for it. What the board is told of its own
 * accord comes from anywhere.
 */
final class BoardSocket implements SocketListener {
    private static final int UNAUTHORIZED = 4401;
    private static final List<String> CAPABILITIES = List.of("streaming", "terminal", "approval");
    private static final double MICROS = 1e6;
    private static final Logger log = LoggerFactory.getLogger(BoardSocket.class);

    /** A board that has said who it is. */
    private record Member(
            String deviceId,
            Credential credential,
            Set<Scope> scopes,
            TaskDesk tasks,
            ApprovalDesk approvals,
            TerminalDesk terminals,
            Instant since) {}

    private final Boards boards;
    private final ClientKey client;
    private final @Nullable Credential brought;
    private final String challenge = Secrets.random(256);
    private final RequestRate rate = new RequestRate(System::nanoTime);
    private boolean challengeUsed;
    private volatile @Nullable BoardLine line;
    private volatile @Nullable WebSocket socket;
    private volatile @Nullable Member member;
    private volatile LiveCredentials.@Nullable Registration registration;
    private volatile boolean ended;

    /** @param brought the credential that came with the upgrade, if one did */
    BoardSocket(Boards boards, ClientKey client, @Nullable Credential brought) {
        this.boards = boards;
        this.client = client;
        this.brought = brought;
    }

    @Override
    public void onOpen(WebSocket opened) {
        socket = opened;
        var to = new BoardLine(opened, boards.clock());
        line = to;
        to.send(new ToBoard.Welcome(boards.version(), BoardFrames.PROTOCOL_VERSION, challenge, CAPABILITIES));
    }

    @Override
    public void onText(String text) {
        var to = line;
        if (to == null) {
            return;
        }
        keepPace();
        switch (BoardFrames.read(text)) {
            case BoardFrames.Read.Message<FromBoard>(var envelope) -> handle(to, envelope.id(), envelope.payload());
            case BoardFrames.Read.Unknown<FromBoard>(var type, var id) ->
                to.error(
                        id,
                        "protocol_error",
                        type == null
                                ? "type is required"
                                : "unknown message type " + Quoted.shortly(type, boards.masking()));
            case BoardFrames.Read.Malformed<FromBoard>(var why, var id) -> to.error(id, "protocol_error", why);
        }
    }

    /**
     * What comes too fast is slowed, not refused: the middle of a paste would be lost, and of two messages the later one
     * taken. While this waits nothing more is read from the socket, so that a flood stays with whoever sends it.
     */
    private void keepPace() {
        try {
            Thread.sleep(rate.take());
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    @Override
    public void onBinary() {
        var to = line;
        if (to != null) {
            to.error(null, "protocol_error", "binary frames are not supported, send JSON as text");
        }
    }

    private void handle(BoardLine to, String id, FromBoard message) {
        switch (message) {
            case FromBoard.Auth auth -> login(to, id, auth);
            case FromBoard.Leave _ -> {
                to.reply(id, new ToBoard.Goodbye());
                to.close(1000, "goodbye");
            }
            case FromBoard.HealthPing ping -> to.reply(id, pong(to.now(), ping.clientTime()));
            case FromBoard.Ping _ -> to.reply(id, new ToBoard.Pong());
            default -> {
                var who = member;
                if (who == null) {
                    to.error(id, "auth_failed", "connection:auth comes first");
                } else {
                    work(to, id, who, message);
                }
            }
        }
    }

    private void work(BoardLine to, String id, Member who, FromBoard message) {
        var needed = Needed.by(message);
        if (needed.stream().noneMatch(who.scopes()::contains)) {
            to.forbidden(id, needed.getFirst());
            return;
        }
        try {
            switch (message) {
                case FromBoard.Submit submit -> who.tasks().submit(id, submit);
                case FromBoard.Stop stop -> who.tasks().stop(id, stop);
                case FromBoard.Steer steer -> who.tasks().steer(id, steer);
                case FromBoard.ListTasks _ -> who.tasks().list(id);
                case FromBoard.AttachTask attach -> who.tasks().attach(id, attach);
                case FromBoard.ApprovalResponse response -> who.approvals().respond(id, response);
                case FromBoard.ListTerminals _ -> who.terminals().list(id);
                case FromBoard.CreateTerminal create -> who.terminals().create(id, create);
                case FromBoard.AttachTerminal attach -> who.terminals().attach(id, attach.terminalId());
                case FromBoard.TerminalInput input -> who.terminals().input(id, input);
                case FromBoard.ResizeTerminal resize -> who.terminals().resize(id, resize);
                case FromBoard.DetachTerminal detach -> who.terminals().detach(id, detach.terminalId());
                case FromBoard.CloseTerminal close -> who.terminals().end(id, close.terminalId());
                case FromBoard.Auth _, FromBoard.Leave _, FromBoard.HealthPing _, FromBoard.Ping _ ->
                    throw new AssertionError("handled before");
            }
        } catch (SwitchboardException e) {
            log.atWarn()
                    .addKeyValue("code", e.code().wireName())
                    .log("a board's message could not be handled: {}", e.getMessage());
            to.error(id, "internal_error", String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("a board's message could not be handled");
            to.error(id, "internal_error", "something went wrong inside the gateway");
        }
    }

    private void login(BoardLine to, String id, FromBoard.Auth auth) {
        if (member != null) {
            to.error(id, "protocol_error", "this connection is authenticated already");
            return;
        }
        boolean byProof = auth.challengeResponse() != null && auth.token() == null;
        if (byProof && challengeUsed) {
            to.error(id, "auth_failed", "the challenge was used already, connect again for a new one");
            to.close(UNAUTHORIZED, "auth_failed");
            return;
        }
        var outcome = boards.login().judge(auth, client, challenge, brought);
        challengeUsed |= byProof && !(outcome instanceof Login.Outcome.Unclear);
        switch (outcome) {
            case Login.Outcome.Unclear(var why) -> to.error(id, "protocol_error", why);
            case Login.Outcome.Refused(var code, var why, var retryAfter) -> {
                to.reply(id, new ToBoard.ConnectionError(code, why, retryAfter == null ? null : retryAfter.toMillis()));
                to.close(UNAUTHORIZED, why);
            }
            case Login.Outcome.Welcome(var credential, var scopes) -> welcome(to, id, auth, credential, scopes);
        }
    }

    private void welcome(BoardLine to, String id, FromBoard.Auth auth, Credential credential, Set<Scope> scopes) {
        var deviceId = String.valueOf(auth.deviceId());
        var who = new Member(
                deviceId,
                credential,
                scopes,
                new TaskDesk(boards, to, deviceId, scopes),
                new ApprovalDesk(
                        boards.approvals(), boards.masking(), to, new RunEvent.By(credential.name(), deviceId)),
                new TerminalDesk(boards.terminals(), to),
                to.now());
        // Listed before anything is shown: whoever ends the credential from here on finds this connection.
        registration = boards.live().register(credential, () -> end(to, credential), () -> to.leave(1001, "shutdown"));
        member = who;
        if (ended) {
            refuseEnded(to, id, credential);
            return;
        }
        var open = socket;
        if (open != null) {
            open.authenticatedAs(credential.user());
        }
        var expires = credential.token().expiresAt();
        to.reply(
                id,
                new ToBoard.Authenticated(
                        "login-" + UUID.randomUUID(),
                        scopes.stream().sorted().map(Scope::wireName).toList(),
                        expires == null ? null : BoardLine.time(expires)));
        if (scopes.contains(Scope.TASK_READ) || scopes.contains(Scope.TERMINAL_READ)) {
            who.tasks().list(null);
        }
        boards.join(this);
        if (scopes.contains(Scope.APPROVAL_RESPOND)) {
            who.approvals().open();
        }
        if (scopes.contains(Scope.STATUS_READ)) {
            boards.statuses().tellAll(this::tell);
        }
        log.atInfo().addKeyValue("device", deviceId).log("board connected");
    }

    /** It ended while this board was on its way in. */
    private void refuseEnded(BoardLine to, String id, Credential credential) {
        member = null;
        to.error(
                id,
                "invalid_token",
                boards.whyEnded(credential).equals("expired") ? "the token has expired" : "the token was revoked");
        to.close(UNAUTHORIZED, "invalid_token");
    }

    /** The credential has ended. A board that is not a member yet is told by its login. */
    private void end(BoardLine to, Credential credential) {
        ended = true;
        if (member != null) {
            to.leave(UNAUTHORIZED, boards.whyEnded(credential));
        }
    }

    @Override
    public void onClose(int code, String reason) {
        boards.leave(this);
        var listed = registration;
        if (listed != null) {
            listed.close();
        }
        var who = member;
        if (who != null) {
            who.tasks().close();
            who.terminals().close();
            log.atInfo().addKeyValue("device", who.deviceId()).log("board left with {}", code);
        }
    }

    /** The gateway is going away. */
    void goingAway() {
        var to = line;
        if (to != null) {
            to.leave(1001, "shutdown");
        }
    }

    void tell(Approvals.Notice notice) {
        var who = member;
        if (who != null && who.scopes().contains(Scope.APPROVAL_RESPOND)) {
            who.approvals().hear(notice);
        }
    }

    void tell(AgentStatus status) {
        var who = member;
        var to = line;
        if (who != null && to != null && who.scopes().contains(Scope.STATUS_READ)) {
            to.send(new ToBoard.AgentStatus(
                    status.agent(),
                    status.state().wireName(),
                    status.run() == null ? null : status.run().value(),
                    dollars(status.spentMicros()),
                    dollars(status.limitMicros())));
        }
    }

    /** Who it is, for a list of those who are there. */
    @Nullable
    Seat seat() {
        var who = member;
        return who == null ? null : new Seat(who.deviceId(), who.since());
    }

    record Seat(String deviceId, Instant since) {}

    private static @Nullable Double dollars(@Nullable Long micros) {
        return micros == null ? null : micros / MICROS;
    }

    private static ToBoard pong(Instant now, @Nullable String clientTime) {
        long latency = 0;
        if (clientTime != null) {
            try {
                latency = Math.max(
                        0, Duration.between(Instant.parse(clientTime), now).toMillis());
            } catch (DateTimeParseException | ArithmeticException e) {
                log.debug("a board's clock cannot be read: {}", e.getMessage());
            }
        }
        return new ToBoard.HealthPong(BoardLine.time(now), latency, clientTime);
    }
}
