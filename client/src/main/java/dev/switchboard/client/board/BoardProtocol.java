package dev.switchboard.client.board;

import dev.switchboard.client.board.BoardNotice.NotLetIn;
import dev.switchboard.client.board.BoardNotice.Received;
import dev.switchboard.client.board.BoardNotice.StateChanged;
import dev.switchboard.client.board.BoardNotice.Trouble;
import dev.switchboard.client.link.Backoff;
import dev.switchboard.client.link.LinkProtocol;
import dev.switchboard.protocol.board.BoardFrames;
import dev.switchboard.protocol.board.Envelope;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.ToBoard;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The board's half of the protocol: what happened goes in, what is to be done comes out. It knows no network; times are
 * milliseconds of any clock that only goes forward, and the real clock only stamps what is sent.
 *
 * <p>This class is about the connection: opening, being let in, keeping it alive, coming back. What is said over it is
 * {@link BoardWork}'s.
 *
 * <p>Thread: the client's.
 */
public final class BoardProtocol implements LinkProtocol<BoardStep> {
    public enum State {
        DISCONNECTED,
        CONNECTING,
        WAIT_WELCOME,
        WAIT_AUTHENTICATED,
        READY,
        /** It was not let in, and trying again would not help. */
        OVER
    }

    private static final Set<String> SUPPORTED_VERSIONS = Set.of(BoardFrames.PROTOCOL_VERSION);
    private static final String ROLE = "operator";
    private static final int REFUSED = 4401;
    private static final int TOO_BIG = 1009;
    private static final long SHORTEST_RATE_LIMIT = 250;
    private static final long LONGEST_RATE_LIMIT = Duration.ofMinutes(5).toMillis();
    private static final long NEVER = Long.MAX_VALUE;

    private final FromBoard.Auth auth;
    private final BoardTiming timing;
    private final Backoff connecting;
    private final Steps steps;
    private final BoardWork work;

    private State state = State.DISCONNECTED;
    /** When to do what comes next by itself: connect, or give up opening. */
    private long dueAt = NEVER;

    private long pingAt = NEVER;
    /** When to say again what the gateway was too busy for. */
    private long againAt = NEVER;

    private long heardAt;
    /** What the gateway gave as its reason to close. */
    private @Nullable String goodbye;

    /** @param random between 0 and 1 */
    BoardProtocol(BoardSettings settings, DoubleSupplier random, Supplier<String> ids, Clock clock) {
        this.auth = new FromBoard.Auth(
                settings.deviceId(),
                settings.token(),
                null,
                null,
                ROLE,
                new ArrayList<>(settings.scopes()),
                BoardFrames.PROTOCOL_VERSION);
        this.timing = settings.timing();
        this.connecting = new Backoff(timing.firstPause(), timing.longestPause(), random);
        this.steps = new Steps(ids, clock);
        this.work = new BoardWork(steps);
    }

    State state() {
        return state;
    }

    @Override
    public long nextAt() {
        return state == State.READY ? Math.min(Math.min(pingAt, againAt), heardAt + silence()) : dueAt;
    }

    @Override
    public List<BoardStep> start(long now) {
        dueAt = now;
        return tick(now);
    }

    @Override
    public List<BoardStep> tick(long now) {
        switch (state) {
            case DISCONNECTED -> {
                if (now >= dueAt) {
                    become(State.CONNECTING, now + timing.openWithin().toMillis(), now);
                    steps.open();
                }
            }
            case CONNECTING, WAIT_WELCOME, WAIT_AUTHENTICATED -> {
                if (now >= dueAt) {
                    lost("the gateway did not let us in within " + seconds(timing.openWithin()), true, now);
                }
            }
            case READY -> keepAlive(now);
            case OVER -> {}
        }
        return steps.taken();
    }

    @Override
    public List<BoardStep> opened(long now) {
        heardAt = now;
        goodbye = null;
        become(State.WAIT_WELCOME, now + timing.openWithin().toMillis(), now);
        return steps.taken();
    }

    @Override
    public void stirred(long now) {
        heardAt = now;
    }

    @Override
    public List<BoardStep> received(String text, long now) {
        heardAt = now;
        switch (BoardFrames.readAnswer(text)) {
            case BoardFrames.Read.Message<ToBoard>(var message) -> heard(text, message, now);
            case BoardFrames.Read.Unknown<ToBoard> _ -> steps.tell(new Received(text, null));
            case BoardFrames.Read.Malformed<ToBoard>(var why, var _) ->
                steps.tell(new Trouble("ignored a message of the gateway: " + why));
        }
        return steps.taken();
    }

    /** Whatever the code, the board comes back, unless its token is no good. */
    @Override
    public List<BoardStep> closed(int code, String reason, long now) {
        var said = !reason.isBlank() ? reason : goodbye;
        if (code == REFUSED) {
            over(
                    new NotLetIn(
                            0, "the gateway refused the token" + (said == null ? "" : " (%s)".formatted(said)), true),
                    now);
            return steps.taken();
        }
        if (code == TOO_BIG) {
            work.forgetWhatMayBeTooLong();
        }
        var why = "the connection was closed with " + code;
        lost(said == null ? why : "%s (%s)".formatted(why, said), false, now);
        return steps.taken();
    }

    @Override
    public List<BoardStep> notOpened(int status, String sentence, long now) {
        steps.tell(new NotLetIn(status, sentence, false));
        disconnected(connecting.next(), now);
        return steps.taken();
    }

    /** @param submit with the key in it */
    List<BoardStep> submit(String key, FromBoard.Submit submit) {
        work.watch(WatchedTask.submitted(key, submit));
        return steps.taken();
    }

    List<BoardStep> attach(String taskId, boolean streamDeltas) {
        work.watch(WatchedTask.attached(taskId, streamDeltas));
        return steps.taken();
    }

    /** @param name a task's key or id */
    List<BoardStep> stop(String name, @Nullable String reason) {
        work.stop(name, reason);
        return steps.taken();
    }

    /** @param about the task or approval whose end answers it as well */
    List<BoardStep> say(String about, FromBoard message) {
        work.command(about, message);
        return steps.taken();
    }

    private void heard(String text, Envelope<ToBoard> message, long now) {
        if (!(message.payload() instanceof ToBoard.ConnectionError error && isRateLimit(error))) {
            work.answered(message.inReplyTo());
        }
        var task = work.about(message);
        if (task.isEmpty() && work.hasEnded(message.payload())) {
            return;
        }
        steps.tell(new Received(text, message));
        switch (message.payload()) {
            case ToBoard.Welcome welcome -> greeted(welcome, now);
            case ToBoard.Authenticated _ -> letIn(now);
            case ToBoard.ConnectionError error -> refused(error, task, now);
            case ToBoard.Closing(var reason) -> goodbye = reason;
            case ToBoard.ApprovalResolved resolved -> work.resolved(resolved.approvalId());
            default -> task.ifPresent(known -> work.heard(known, message));
        }
    }

    private void greeted(ToBoard.Welcome welcome, long now) {
        if (state != State.WAIT_WELCOME) {
            return;
        }
        if (!SUPPORTED_VERSIONS.contains(welcome.protocolVersion())) {
            steps.drop();
            over(
                    new NotLetIn(
                            0,
                            "the gateway speaks version %s of the board protocol, this program version %s — update the older of the two"
                                    .formatted(welcome.protocolVersion(), BoardFrames.PROTOCOL_VERSION),
                            true),
                    now);
            return;
        }
        steps.send(auth);
        become(State.WAIT_AUTHENTICATED, now + timing.openWithin().toMillis(), now);
    }

    private void letIn(long now) {
        if (state != State.WAIT_AUTHENTICATED) {
            return;
        }
        connecting.reset();
        pingAt = now + timing.heartbeat().toMillis();
        become(State.READY, NEVER, now);
        work.connected();
    }

    private void refused(ToBoard.ConnectionError error, Optional<WatchedTask> task, long now) {
        if (state == State.READY) {
            if (isRateLimit(error)) {
                task.ifPresent(WatchedTask::askAgain);
                againAt = now + pause(error);
            } else {
                task.ifPresent(known -> work.end(known, new TaskEnd.Refused(error.code(), error.message())));
            }
            return;
        }
        steps.drop();
        if (isRateLimit(error)) {
            steps.tell(new Trouble("the gateway says: " + error.message()));
            disconnected(Math.max(connecting.next(), pause(error)), now);
        } else {
            over(new NotLetIn(0, error.message(), true), now);
        }
    }

    private static boolean isRateLimit(ToBoard.ConnectionError error) {
        return error.code().equals("rate_limited");
    }

    private static long pause(ToBoard.ConnectionError error) {
        long asked = error.retryAfterMs() == null ? 0 : error.retryAfterMs();
        return Math.clamp(asked, SHORTEST_RATE_LIMIT, LONGEST_RATE_LIMIT);
    }

    private void keepAlive(long now) {
        if (now - heardAt >= silence()) {
            lost("nothing was heard for " + seconds(Duration.ofMillis(silence())), true, now);
            return;
        }
        if (now >= pingAt) {
            pingAt = now + timing.heartbeat().toMillis();
            steps.send(new FromBoard.HealthPing(steps.now()));
        }
        if (now >= againAt) {
            againAt = NEVER;
            work.sayWhatIsUnanswered();
        }
    }

    private void lost(String why, boolean drop, long now) {
        if (drop) {
            steps.drop();
        }
        steps.tell(new Trouble(why));
        disconnected(connecting.next(), now);
    }

    private void disconnected(long pause, long now) {
        work.disconnected();
        pingAt = NEVER;
        againAt = NEVER;
        become(State.DISCONNECTED, now + pause, now);
    }

    private void over(NotLetIn why, long now) {
        steps.tell(why);
        work.disconnected();
        become(State.OVER, NEVER, now);
    }

    private void become(State next, long due, long now) {
        dueAt = due;
        if (state != next) {
            state = next;
            steps.tell(new StateChanged(next, next == State.DISCONNECTED ? due - now : 0));
        }
    }

    private long silence() {
        return 2 * timing.heartbeat().toMillis();
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() % 1_000 == 0
                ? duration.toSeconds() + " s"
                : "%.1f s".formatted(duration.toMillis() / 1e3);
    }
}
