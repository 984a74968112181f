package dev.switchboard.core.session;

import dev.switchboard.core.channel.HeldMessages;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.identity.SessionId;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sessions that have work, each with one loop: this is what makes a session's messages run one at a time.
 *
 * <p>Thread: any. A loop exists exactly while it is in the map; joining and leaving happen inside the map's own
 * {@code compute}, so no wake-up falls between "nothing left" and "gone".
 */
public final class SessionLoops {
    /** Runs at once in this gateway; further sessions wait for a place, in order. */
    public static final int MAX_RUNS = 64;

    /** Runs that wait for a person beside them; a further one is told that nobody can be asked just now. */
    public static final int MAX_WAITING_RUNS = 1_000;

    private final ConcurrentHashMap<SessionId, SessionLoop> loops = new ConcurrentHashMap<>();
    private final RunPlaces places = new RunPlaces(MAX_RUNS, MAX_WAITING_RUNS);
    private final Inbox inbox;
    private final HeldMessages held;
    private final MessageRunner runner;
    private volatile boolean stopped;

    public SessionLoops(Inbox inbox, HeldMessages held, MessageRunner runner) {
        this.inbox = inbox;
        this.held = held;
        this.runner = runner;
    }

    /** The session may have work. */
    public void wake(SessionId session) {
        loops.compute(session, (_, loop) -> {
            if (loop != null && loop.isAlive()) {
                loop.lookAgain();
                return loop;
            }
            if (stopped) {
                return null;
            }
            var fresh = new SessionLoop(session, inbox, held, runner, places, this);
            fresh.start();
            return fresh;
        });
    }

    /** Whether the session is being worked on, so that what waits in it is not lost. */
    public boolean isLive(SessionId session) {
        var loop = loops.get(session);
        return loop != null && loop.isAlive();
    }

    public int live() {
        return loops.size();
    }

    /** Starts nothing more; what runs goes on to its end. */
    public void noMore() {
        stopped = true;
        loops.values().forEach(SessionLoop::stopAfterThisRun);
    }

    /**
     * Starts nothing more and gives what runs some time to end. What is left then is interrupted: it has no final
     * event, so the next start goes on with it.
     */
    public void stop(Duration patience) throws InterruptedException {
        noMore();
        var deadline = System.nanoTime() + patience.toNanos();
        for (var loop : loops.values()) {
            if (!loop.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
                loop.interrupt();
            }
        }
        for (var loop : loops.values()) {
            loop.join(Duration.ofSeconds(5));
        }
    }

    /** True if the loop may end; false if it was woken in the meantime. */
    boolean leave(SessionId session, SessionLoop leaving) {
        return loops.computeIfPresent(session, (_, loop) -> loop != leaving || leaving.wasWoken() ? loop : null)
                != leaving;
    }

    /** The loop has ended, whether it could leave or not. */
    void abandon(SessionId session, SessionLoop ended) {
        loops.remove(session, ended);
    }
}
