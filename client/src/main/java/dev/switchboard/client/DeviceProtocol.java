package dev.switchboard.client;

import dev.switchboard.client.Notice.Acknowledged;
import dev.switchboard.client.Notice.Answered;
import dev.switchboard.client.Notice.NotLetIn;
import dev.switchboard.client.Notice.Refused;
import dev.switchboard.client.Notice.StateChanged;
import dev.switchboard.client.Notice.Trouble;
import dev.switchboard.client.Step.Drop;
import dev.switchboard.client.Step.Open;
import dev.switchboard.client.Step.Send;
import dev.switchboard.client.Step.Show;
import dev.switchboard.client.Step.Tell;
import dev.switchboard.client.link.Backoff;
import dev.switchboard.client.link.LinkProtocol;
import dev.switchboard.protocol.terminal.FromTerminal;
import dev.switchboard.protocol.terminal.TerminalFrames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The device's half of the protocol: what happened goes in, what is to be done comes out. It knows no network and no
 * clock; times are milliseconds of any clock that only goes forward.
 *
 * <p>One message is in flight at a time, always the oldest of the outbox, and it stays there under its id until its
 * answer was shown.
 *
 * <p>Thread: the client's.
 */
public final class DeviceProtocol implements LinkProtocol<Step> {
    /** The states of the device, with the names of the protocol's description. */
    public enum State {
        DISCONNECTED,
        CONNECTING,
        WAIT_CONNECTED,
        READY,
        WAIT_ACK,
        WAIT_REPLY
    }

    private static final int TAKEN_OVER = 4409;
    private static final int WRONG_TOKEN = 4401;
    private static final int TOO_BIG = 1009;
    private static final long NEVER = Long.MAX_VALUE;

    private final FromTerminal.Connect hello;
    private final Timing timing;
    private final Outbox outbox;
    private final Backoff connecting;
    private final Backoff sending;

    private State state = State.DISCONNECTED;
    private Outbox.@Nullable Entry inFlight;
    /** When to do what comes next by itself: connect, give up opening, or send the message in flight again. */
    private long dueAt = NEVER;

    private long pingAt = NEVER;
    private long heardAt;
    private @Nullable String retryable;
    private List<Step> steps = new ArrayList<>();

    /** @param random between 0 and 1 */
    DeviceProtocol(FromTerminal.Connect hello, Timing timing, Outbox outbox, DoubleSupplier random) {
        this.hello = hello;
        this.timing = timing;
        this.outbox = outbox;
        this.connecting = new Backoff(timing.firstPause(), timing.longestPause(), random);
        this.sending = new Backoff(timing.firstPause(), timing.longestPause(), random);
    }

    State state() {
        return state;
    }

    @Override
    public long nextAt() {
        return switch (state) {
            case DISCONNECTED, CONNECTING -> dueAt;
            default -> Math.min(Math.min(dueAt, pingAt), heardAt + silence());
        };
    }

    @Override
    public List<Step> start(long now) {
        dueAt = now;
        return tick(now);
    }

    @Override
    public List<Step> tick(long now) {
        switch (state) {
            case DISCONNECTED -> {
                if (now >= dueAt) {
                    become(State.CONNECTING, now + timing.openWithin().toMillis(), now);
                    steps.add(new Open());
                }
            }
            case CONNECTING -> {
                if (now >= dueAt) {
                    lost("the gateway did not open the connection within " + seconds(timing.openWithin()), true, now);
                }
            }
            default -> keepAlive(now);
        }
        return taken();
    }

    @Override
    public List<Step> opened(long now) {
        heardAt = now;
        steps.add(new Send(TerminalFrames.write(hello)));
        become(State.WAIT_CONNECTED, NEVER, now);
        return taken();
    }

    @Override
    public void stirred(long now) {
        heardAt = now;
    }

    @Override
    public List<Step> received(String frame, long now) {
        heardAt = now;
        switch (Heard.in(frame)) {
            case Heard.Connected connected -> greeted(connected, now);
            case Heard.Ack ack -> acknowledged(ack, now);
            case Heard.Reply reply ->
                answered(reply.messageId(), reply.text(), reply.runId(), reply.finishReason(), now);
            case Heard.Word(var id, var code, var text, var approval, var expires) ->
                tell(new Notice.Word(id, code, text, approval, expires));
            case Heard.Failure failure -> failed(failure, now);
            case Heard.Pong() -> {}
            case Heard.Nothing(String why) -> tell(new Trouble("ignored " + why, null));
        }
        return taken();
    }

    /** Whatever the code, the device comes back. */
    @Override
    public List<Step> closed(int code, String reason, long now) {
        if (code == TOO_BIG && state == State.WAIT_ACK && inFlight != null) {
            // It would be closed again each time the message is sent.
            refused(inFlight, "the message is too long for the gateway");
        }
        if (code == TAKEN_OVER) {
            tell(new Trouble(
                    "another device uses the id %s; each device needs its own".formatted(hello.peerId()), null));
            disconnected(timing.takenOverPause().toMillis(), now);
        } else {
            var why = code == WRONG_TOKEN ? "the channel refused the token" : "the connection was closed with " + code;
            lost(reason.isBlank() ? why : "%s (%s)".formatted(why, reason), false, now);
        }
        return taken();
    }

    @Override
    public List<Step> notOpened(int status, String sentence, long now) {
        tell(new NotLetIn(status, sentence));
        disconnected(connecting.next(), now);
        return taken();
    }

    /** There may be something new in the outbox. */
    List<Step> added(long now) {
        sendNext(now);
        return taken();
    }

    /** The text of the last turn that failed or was refused, once. */
    Optional<String> takeRetryable() {
        var text = Optional.ofNullable(retryable);
        retryable = null;
        return text;
    }

    private void keepAlive(long now) {
        if (now - heardAt >= silence()) {
            lost("nothing was heard for " + seconds(Duration.ofMillis(silence())), true, now);
            return;
        }
        if (now >= pingAt) {
            pingAt = now + timing.heartbeat().toMillis();
            steps.add(new Send(TerminalFrames.write(new FromTerminal.Ping())));
        }
        if (now >= dueAt) {
            send(now);
        }
    }

    private void greeted(Heard.Connected connected, long now) {
        if (state != State.WAIT_CONNECTED) {
            return;
        }
        connecting.reset();
        pingAt = now + timing.heartbeat().toMillis();
        tell(new Notice.Connected(connected.sessionId()));
        become(State.READY, NEVER, now);
        inFlight = null; // The outbox has it, first in line.
        sendNext(now);
    }

    private void acknowledged(Heard.Ack ack, long now) {
        var entry = inFlight;
        if (entry == null || !entry.id().equals(ack.messageId()) || state == State.WAIT_CONNECTED) {
            return;
        }
        if ("id_reused".equals(ack.code())) {
            inFlight = outbox.renamed(entry.id());
            tell(new Trouble(
                    "the id %s was used for another text before; sent again as %s".formatted(entry.id(), inFlight.id()),
                    entry.id()));
            send(now);
        } else if (ack.reply() != null) {
            answered(entry.id(), ack.reply(), ack.runId(), ack.finishReason(), now);
        } else if (!ack.accepted() && ack.duplicate() && !ack.pending()) {
            // Neither on its way nor there: whoever waits for it waits for ever.
            refused(entry, "the gateway no longer has the answer to this message");
            over(now);
        } else if (ack.accepted() || ack.duplicate()) {
            sending.reset();
            tell(new Acknowledged(entry.id(), ack.duplicate()));
            become(State.WAIT_REPLY, now + timing.askAgain().toMillis(), now);
        } else {
            // Nothing was recorded over there: the same id goes out again, and keeps its place in line.
            long pause = sending.next();
            tell(new Trouble(
                    "not accepted: %s; it is sent again in %s"
                            .formatted(
                                    ack.error() == null ? "no reason given" : ack.error(),
                                    seconds(Duration.ofMillis(pause))),
                    entry.id()));
            become(State.READY, now + pause, now);
        }
    }

    private void answered(String id, String text, @Nullable String runId, @Nullable String finishReason, long now) {
        var entry = inFlight;
        if (entry == null || !entry.id().equals(id)) {
            // An answer that comes a second time, after the ack of a duplicate has brought it.
            return;
        }
        boolean failed = "error".equals(finishReason);
        steps.add(new Show(new Answered(id, text, runId, failed, entry.maybeShown()), id));
        if (failed) {
            retryable = entry.text();
        }
        over(now);
    }

    private void failed(Heard.Failure failure, long now) {
        var entry = inFlight;
        boolean aboutIt = entry != null
                && (failure.messageId() == null
                        ? state == State.WAIT_ACK
                        : entry.id().equals(failure.messageId()));
        if (entry == null || !aboutIt) {
            tell(new Trouble("the gateway says: " + failure.error(), failure.messageId()));
            return;
        }
        refused(entry, failure.error());
        over(now);
    }

    private void refused(Outbox.Entry entry, String why) {
        steps.add(new Show(new Refused(entry.id(), why), entry.id()));
        retryable = entry.text();
    }

    /** The message in flight is done with as soon as the steps so far are. */
    private void over(long now) {
        sending.reset();
        inFlight = null;
        become(State.READY, now, now); // due at once: the next one is sent after this one is recorded as shown
    }

    private void sendNext(long now) {
        if (state != State.READY || inFlight != null || dueAt != NEVER) {
            return;
        }
        send(now);
    }

    private void send(long now) {
        if (inFlight == null) {
            var waiting = outbox.unanswered();
            if (waiting.isEmpty()) {
                dueAt = NEVER;
                return;
            }
            inFlight = waiting.getFirst();
        }
        var message = new FromTerminal.Message(inFlight.id(), inFlight.text(), null, null);
        steps.add(new Send(TerminalFrames.write(message)));
        become(State.WAIT_ACK, now + timing.ackWithin().toMillis(), now);
    }

    private void lost(String why, boolean drop, long now) {
        if (drop) {
            steps.add(new Drop());
        }
        tell(new Trouble(why, null));
        disconnected(connecting.next(), now);
    }

    private void disconnected(long pause, long now) {
        inFlight = null;
        pingAt = NEVER;
        become(State.DISCONNECTED, now + pause, now);
    }

    private void become(State next, long due, long now) {
        dueAt = due;
        if (state != next) {
            state = next;
            tell(new StateChanged(next, next == State.DISCONNECTED ? due - now : 0));
        }
    }

    private void tell(Notice notice) {
        steps.add(new Tell(notice));
    }

    private List<Step> taken() {
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
