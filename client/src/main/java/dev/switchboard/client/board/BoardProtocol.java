package dev.switchboard.client.board;

import dev.switchboard.client.board.BoardNotice.Ended;
import dev.switchboard.client.board.BoardNotice.NotLetIn;
import dev.switchboard.client.board.BoardNotice.Received;
import dev.switchboard.client.board.BoardNotice.Started;
import dev.switchboard.client.board.BoardNotice.StateChanged;
import dev.switchboard.client.board.BoardNotice.Trouble;
import dev.switchboard.client.board.BoardStep.Drop;
import dev.switchboard.client.board.BoardStep.Open;
import dev.switchboard.client.board.BoardStep.Send;
import dev.switchboard.client.board.BoardStep.Tell;
import dev.switchboard.client.link.Backoff;
import dev.switchboard.protocol.board.BoardFrames;
import dev.switchboard.protocol.board.Envelope;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.ToBoard;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The board's half of the protocol: what happened goes in, what is to be done comes out. It knows no network; times are
 * milliseconds of any clock that only goes forward, and the real clock only stamps what is sent.
 *
 * <p>After every cut each task that has not ended is asked for again: by its id if it came, else by submitting it under
 * the same key, which a gateway runs once.
 *
 * <p>Thread: the client's.
 */
public final class BoardProtocol {
    public enum State {
        DISCONNECTED,
        CONNECTING,
        WAIT_WELCOME,
        WAIT_AUTHENTICATED,
        READY,
        /** It was not let in, and trying again would not help. */
        OVER
    }

    /** What a gateway lets one connection watch. */
    static final int MOST_TASKS = 64;

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
    private final Supplier<String> ids;
    private final Clock clock;

    private final Map<String, WatchedTask> tasks = new LinkedHashMap<>();
    private final Commands commands = new Commands();
    /** The ids of the last that ended, so that an end that is told again is not taken for another task's. */
    private final Map<String, Boolean> ended = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_TASKS;
        }
    };

    private State state = State.DISCONNECTED;
    /** When to do what comes next by itself: connect, or give up opening. */
    private long dueAt = NEVER;

    private long pingAt = NEVER;
    /** When to say again what the gateway was too busy for. */
    private long againAt = NEVER;

    private long heardAt;
    /** What the gateway gave as its reason to close. */
    private @Nullable String goodbye;

    private List<BoardStep> steps = new ArrayList<>();

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
        this.ids = ids;
        this.clock = clock;
    }

    State state() {
        return state;
    }

    /** When {@link #tick} wants to be called at the latest. */
    long nextAt() {
        return state == State.READY ? Math.min(Math.min(pingAt, againAt), heardAt + silence()) : dueAt;
    }

    List<BoardStep> start(long now) {
        dueAt = now;
        return tick(now);
    }

    List<BoardStep> tick(long now) {
        switch (state) {
            case DISCONNECTED -> {
                if (now >= dueAt) {
                    become(State.CONNECTING, now + timing.openWithin().toMillis(), now);
                    steps.add(new Open());
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
        return taken();
    }

    List<BoardStep> opened(long now) {
        heardAt = now;
        goodbye = null;
        become(State.WAIT_WELCOME, now + timing.openWithin().toMillis(), now);
        return taken();
    }

    /** The other side sent something that is no text frame, such as a WebSocket pong. */
    void stirred(long now) {
        heardAt = now;
    }

    List<BoardStep> received(String text, long now) {
        heardAt = now;
        switch (BoardFrames.readAnswer(text)) {
            case BoardFrames.Read.Message<ToBoard>(var message) -> heard(text, message, now);
            case BoardFrames.Read.Unknown<ToBoard> _ -> tell(new Received(text, null));
            case BoardFrames.Read.Malformed<ToBoard>(var why, var _) ->
                tell(new Trouble("ignored a message of the gateway: " + why));
        }
        return taken();
    }

    /** Whatever the code, the board comes back, unless its token is no good. */
    List<BoardStep> closed(int code, String reason, long now) {
        var said = !reason.isBlank() ? reason : goodbye;
        if (code == REFUSED) {
            over(
                    new NotLetIn(
                            0, "the gateway refused the token" + (said == null ? "" : " (%s)".formatted(said)), true),
                    now);
            return taken();
        }
        if (code == TOO_BIG) {
            forgetWhatMayBeTooLong();
        }
        var why = "the connection was closed with " + code;
        lost(said == null ? why : "%s (%s)".formatted(why, said), false, now);
        return taken();
    }

    /** The socket could not be opened. */
    List<BoardStep> notOpened(int status, String sentence, long now) {
        tell(new NotLetIn(status, sentence, false));
        disconnected(connecting.next(), now);
        return taken();
    }

    /** @param submit with the key in it */
    List<BoardStep> submit(String key, FromBoard.Submit submit) {
        watch(WatchedTask.submitted(key, submit));
        return taken();
    }

    List<BoardStep> attach(String taskId, boolean streamDeltas) {
        watch(WatchedTask.attached(taskId, streamDeltas));
        return taken();
    }

    /** @param name a task's key or id */
    List<BoardStep> stop(String name, @Nullable String reason) {
        var task = tasks.values().stream().filter(known -> known.isNamed(name)).findFirst();
        if (task.isEmpty()) {
            command(name, new FromBoard.Stop(name, reason));
        } else if (task.get().taskId != null) {
            command(task.get().taskId, new FromBoard.Stop(task.get().taskId, reason));
        } else if (task.get().sent) {
            task.get().stop = new FromBoard.Stop(null, reason);
        } else {
            end(task.get(), new TaskEnd.Refused("stopped", "It was stopped before it was submitted."));
        }
        return taken();
    }

    /** @param about the task or approval whose end answers it as well */
    List<BoardStep> say(String about, FromBoard message) {
        command(about, message);
        return taken();
    }

    private void heard(String text, Envelope<ToBoard> message, long now) {
        boolean isLater = message.payload() instanceof ToBoard.ConnectionError error && isRateLimit(error);
        if (message.inReplyTo() != null && !isLater) {
            commands.answered(message.inReplyTo());
        }
        var task = about(message);
        if (task.isEmpty() && isEndOfOneThatEnded(message.payload())) {
            return;
        }
        tell(new Received(text, message));
        switch (message.payload()) {
            case ToBoard.Welcome welcome -> greeted(welcome, now);
            case ToBoard.Authenticated _ -> letIn(now);
            case ToBoard.ConnectionError error -> refused(error, task, now);
            case ToBoard.Closing(var reason) -> goodbye = reason;
            case ToBoard.TaskStarted started -> task.ifPresent(known -> started(known, started.taskId()));
            case ToBoard.TaskCompleted completed ->
                task.ifPresent(known -> end(known, completed.taskId(), new TaskEnd.Completed(completed)));
            case ToBoard.TaskStopped stopped ->
                task.ifPresent(known -> end(known, stopped.taskId(), new TaskEnd.Stopped(stopped)));
            case ToBoard.TaskError error -> task.ifPresent(known -> failed(known, error, message.inReplyTo()));
            case ToBoard.ApprovalResolved resolved -> commands.over(resolved.approvalId());
            default -> {}
        }
    }

    /** The task of ours that a message is about: by its key, its id, or what it answers. */
    private Optional<WatchedTask> about(Envelope<ToBoard> message) {
        var taskId =
                switch (message.payload()) {
                    case ToBoard.TaskStarted started -> {
                        var byKey = tasks.get(started.idempotencyKey());
                        if (byKey != null) {
                            yield byKey.key;
                        }
                        yield started.taskId();
                    }
                    case ToBoard.TaskCompleted completed -> completed.taskId();
                    case ToBoard.TaskStopped stopped -> stopped.taskId();
                    case ToBoard.TaskError error -> error.taskId();
                    default -> null;
                };
        return tasks.values().stream()
                .filter(task -> (taskId != null && task.isNamed(taskId))
                        || (task.askedBy != null && task.askedBy.equals(message.inReplyTo())))
                .findFirst();
    }

    private boolean isEndOfOneThatEnded(ToBoard payload) {
        return switch (payload) {
            case ToBoard.TaskCompleted completed -> ended.containsKey(completed.taskId());
            case ToBoard.TaskStopped stopped -> ended.containsKey(stopped.taskId());
            case ToBoard.TaskError error -> error.ends() && ended.containsKey(error.taskId());
            default -> false;
        };
    }

    private void greeted(ToBoard.Welcome welcome, long now) {
        if (state != State.WAIT_WELCOME) {
            return;
        }
        if (!SUPPORTED_VERSIONS.contains(welcome.protocolVersion())) {
            steps.add(new Drop());
            over(
                    new NotLetIn(
                            0,
                            "the gateway speaks version %s of the board protocol, this program version %s — update the older of the two"
                                    .formatted(welcome.protocolVersion(), BoardFrames.PROTOCOL_VERSION),
                            true),
                    now);
            return;
        }
        send(ids.get(), auth);
        become(State.WAIT_AUTHENTICATED, now + timing.openWithin().toMillis(), now);
    }

    private void letIn(long now) {
        if (state != State.WAIT_AUTHENTICATED) {
            return;
        }
        connecting.reset();
        pingAt = now + timing.heartbeat().toMillis();
        become(State.READY, NEVER, now);
        sayWhatIsUnanswered();
    }

    private void sayWhatIsUnanswered() {
        againAt = NEVER;
        tasks.values().stream().filter(task -> task.askedBy == null).forEach(this::ask);
        commands.frames().forEach(frame -> steps.add(new Send(frame)));
    }

    private void refused(ToBoard.ConnectionError error, Optional<WatchedTask> task, long now) {
        if (state == State.READY) {
            if (isRateLimit(error)) {
                task.ifPresent(known -> known.askedBy = null);
                againAt = now + pause(error);
            } else {
                task.ifPresent(known -> end(known, new TaskEnd.Refused(error.code(), error.message())));
            }
            return;
        }
        steps.add(new Drop());
        if (isRateLimit(error)) {
            tell(new Trouble("the gateway says: " + error.message()));
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

    private void started(WatchedTask task, String taskId) {
        task.taskId = taskId;
        tell(new Started(task.key, taskId));
        if (task.stop != null) {
            command(taskId, new FromBoard.Stop(taskId, task.stop.reason()));
            task.stop = null;
        }
    }

    private void failed(WatchedTask task, ToBoard.TaskError error, @Nullable String inReplyTo) {
        boolean answersUs = inReplyTo != null && inReplyTo.equals(task.askedBy);
        if (error.ends()) {
            end(task, error.taskId(), new TaskEnd.Failed(error));
        } else if (error.error().type().equals("already_running") && answersUs) {
            started(task, error.taskId());
            if (task.streamDeltas) {
                ask(task); // for the text so far
            }
        } else if (answersUs) {
            end(task, new TaskEnd.Refused(error.error().type(), error.error().message()));
        }
    }

    private void end(WatchedTask task, String taskId, TaskEnd how) {
        task.taskId = taskId;
        end(task, how);
    }

    private void end(WatchedTask task, TaskEnd how) {
        tasks.remove(task.key);
        if (task.taskId != null) {
            ended.put(task.taskId, true);
            commands.over(task.taskId);
        }
        tell(new Ended(task.key, task.taskId, how));
    }

    private void watch(WatchedTask task) {
        if (tasks.size() >= MOST_TASKS) {
            tell(new Ended(
                    task.key,
                    task.taskId,
                    new TaskEnd.Refused("too_many", "At most %d tasks are watched at once.".formatted(MOST_TASKS))));
        } else if (tasks.putIfAbsent(task.key, task) != null) {
            tell(new Trouble("the task %s is watched already".formatted(task.key)));
        } else if (state == State.READY) {
            ask(task);
        }
    }

    private void ask(WatchedTask task) {
        task.askedBy = ids.get();
        task.sent = true;
        send(task.askedBy, task.question());
    }

    private void command(String about, FromBoard message) {
        var id = ids.get();
        var frame = frame(id, message);
        if (!commands.add(id, about, frame)) {
            tell(new Trouble(
                    "more than %d messages wait for the gateway; this one was not kept".formatted(Commands.MOST)));
        } else if (state == State.READY) {
            steps.add(new Send(frame));
        }
    }

    private void forgetWhatMayBeTooLong() {
        tasks.values().stream()
                .filter(task -> task.askedBy != null && task.taskId == null)
                .toList()
                .forEach(task -> end(task, new TaskEnd.Refused("too_long", "The task is too long for the gateway.")));
        if (!commands.isEmpty()) {
            commands.clear();
            tell(new Trouble("a message was too long for the gateway; what it had not answered is not sent again"));
        }
    }

    private void keepAlive(long now) {
        if (now - heardAt >= silence()) {
            lost("nothing was heard for " + seconds(Duration.ofMillis(silence())), true, now);
            return;
        }
        if (now >= pingAt) {
            pingAt = now + timing.heartbeat().toMillis();
            send(ids.get(), new FromBoard.HealthPing(clock.instant().toString()));
        }
        if (now >= againAt) {
            sayWhatIsUnanswered();
        }
    }

    private void lost(String why, boolean drop, long now) {
        if (drop) {
            steps.add(new Drop());
        }
        tell(new Trouble(why));
        disconnected(connecting.next(), now);
    }

    private void disconnected(long pause, long now) {
        tasks.values().forEach(task -> task.askedBy = null);
        pingAt = NEVER;
        againAt = NEVER;
        become(State.DISCONNECTED, now + pause, now);
    }

    private void over(NotLetIn why, long now) {
        tell(why);
        become(State.OVER, NEVER, now);
    }

    private void become(State next, long due, long now) {
        dueAt = due;
        if (state != next) {
            state = next;
            tell(new StateChanged(next, next == State.DISCONNECTED ? due - now : 0));
        }
    }

    private void send(String id, FromBoard message) {
        steps.add(new Send(frame(id, message)));
    }

    private String frame(String id, FromBoard message) {
        return BoardFrames.write(id, clock.instant().toString(), message);
    }

    private void tell(BoardNotice notice) {
        steps.add(new Tell(notice));
    }

    private List<BoardStep> taken() {
        var done = steps;
        steps = new ArrayList<>();
        return done;
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
