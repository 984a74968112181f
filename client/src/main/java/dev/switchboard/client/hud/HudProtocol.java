package dev.switchboard.client.hud;

import dev.switchboard.client.hud.HudNotice.NotLetIn;
import dev.switchboard.client.hud.HudNotice.StateChanged;
import dev.switchboard.client.hud.HudNotice.Trouble;
import dev.switchboard.client.link.Backoff;
import dev.switchboard.client.link.LinkProtocol;
import dev.switchboard.protocol.hud.FromHud;
import dev.switchboard.protocol.hud.HudFrames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleSupplier;

/**
 * The half of the protocol of who looks: what happened goes in, what is to be done comes out. It knows no network and no
 * clock; times are milliseconds of any clock that only goes forward.
 *
 * <p>This class is about the connection: opening, keeping it alive, coming back. What came over it, and what of it is new,
 * {@link Watched} knows.
 *
 * <p>Thread: the client's.
 */
public final class HudProtocol implements LinkProtocol<HudStep> {
    public enum State {
        DISCONNECTED,
        CONNECTING,
        WAIT_CONNECTED,
        READY,
        /** There is nothing to see any more, or it was not let in, and trying again would not help. */
        OVER
    }

    static final Duration OPEN_WITHIN = Duration.ofSeconds(10);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration HEARTBEAT = Duration.ofSeconds(30);
    private static final Duration SILENCE = HEARTBEAT.multipliedBy(2);

    private static final int REFUSED = 4401;
    private static final int DELETED = 4404;
    /** A wrong token, a closed door: only a person can change that. */
    private static final Set<Integer> FOR_GOOD = Set.of(401, 403);

    private static final long NEVER = Long.MAX_VALUE;

    private final Watched watched;
    private final Backoff connecting;
    private List<HudStep> steps = new ArrayList<>();

    private State state = State.DISCONNECTED;
    /** When to do what comes next by itself: connect, or give up opening. */
    private long dueAt = NEVER;

    private long pingAt = NEVER;
    private long heardAt;

    /** @param random between 0 and 1 */
    HudProtocol(Watched watched, DoubleSupplier random) {
        this.watched = watched;
        this.connecting = new Backoff(FIRST_PAUSE, LONGEST_PAUSE, random);
    }

    State state() {
        return state;
    }

    @Override
    public long nextAt() {
        return state == State.READY ? Math.min(pingAt, heardAt + SILENCE.toMillis()) : dueAt;
    }

    @Override
    public List<HudStep> start(long now) {
        dueAt = now;
        return tick(now);
    }

    @Override
    public List<HudStep> tick(long now) {
        switch (state) {
            case DISCONNECTED -> {
                if (now >= dueAt) {
                    watched.again();
                    become(State.CONNECTING, now + OPEN_WITHIN.toMillis(), now);
                    steps.add(new HudStep.Open(watched.address()));
                }
            }
            case CONNECTING, WAIT_CONNECTED -> {
                if (now >= dueAt) {
                    steps.add(new HudStep.Drop());
                    lost("the gateway did not answer within %d s".formatted(OPEN_WITHIN.toSeconds()), now);
                }
            }
            case READY -> keepAlive(now);
            case OVER -> {}
        }
        return taken();
    }

    @Override
    public List<HudStep> opened(long now) {
        heardAt = now;
        become(State.WAIT_CONNECTED, now + OPEN_WITHIN.toMillis(), now);
        return taken();
    }

    @Override
    public void stirred(long now) {
        heardAt = now;
    }

    @Override
    public List<HudStep> received(String text, long now) {
        heardAt = now;
        var news = watched.hear(text);
        if (state == State.WAIT_CONNECTED && watched.isGreeted()) {
            connecting.reset();
            pingAt = now + HEARTBEAT.toMillis();
            become(State.READY, NEVER, now);
        }
        news.ifPresent(this::tell);
        return taken();
    }

    /** Whatever the code, we come back, unless the token is no good or there is nothing left to see. */
    @Override
    public List<HudStep> closed(int code, String reason, long now) {
        switch (code) {
            case REFUSED -> over(new NotLetIn(0, "the gateway no longer accepts the token", true), now);
            case DELETED -> over(new HudNotice.Deleted(), now);
            default -> {
                var why = "the connection was closed with " + code;
                lost(reason.isBlank() ? why : "%s (%s)".formatted(why, reason), now);
            }
        }
        return taken();
    }

    @Override
    public List<HudStep> notOpened(int status, String sentence, long now) {
        if (FOR_GOOD.contains(status)) {
            over(new NotLetIn(status, sentence, true), now);
        } else {
            tell(new NotLetIn(status, sentence, false));
            disconnected(now);
        }
        return taken();
    }

    private void keepAlive(long now) {
        if (now - heardAt >= SILENCE.toMillis()) {
            steps.add(new HudStep.Drop());
            lost("nothing was heard for %d s".formatted(SILENCE.toSeconds()), now);
        } else if (now >= pingAt) {
            pingAt = now + HEARTBEAT.toMillis();
            // The same in the lobby.
            steps.add(new HudStep.Send(HudFrames.write(new FromHud.Ping())));
        }
    }

    private void lost(String why, long now) {
        tell(new Trouble(why));
        disconnected(now);
    }

    private void disconnected(long now) {
        pingAt = NEVER;
        become(State.DISCONNECTED, now + connecting.next(), now);
    }

    private void over(HudNotice why, long now) {
        pingAt = NEVER;
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

    private void tell(HudNotice notice) {
        steps.add(new HudStep.Tell(notice));
    }

    private List<HudStep> taken() {
        var taken = steps;
        steps = new ArrayList<>();
        return taken;
    }
}
