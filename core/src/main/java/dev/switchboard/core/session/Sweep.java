package dev.switchboard.core.session;

import dev.switchboard.core.channel.ChannelManager;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.identity.SessionId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds what a lost wake-up missed: sessions with messages nobody runs, answers nobody sent. The same look at start-up
 * is the recovery after a crash.
 *
 * <p>Thread: a virtual thread of its own, which nothing but {@link #close} ends.
 */
public final class Sweep implements AutoCloseable {
    /** Younger work is on its way by the ordinary path. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int PAGE = 500;
    private static final Logger log = LoggerFactory.getLogger(Sweep.class);

    private final Inbox inbox;
    private final SessionLoops loops;
    private final ChannelManager channels;
    private final Clock clock;
    private final Thread thread;

    public Sweep(Inbox inbox, SessionLoops loops, ChannelManager channels, Clock clock) {
        this.inbox = inbox;
        this.loops = loops;
        this.channels = channels;
        this.clock = clock;
        this.thread = Thread.ofVirtual().name("sweep").unstarted(this::work);
    }

    /** Takes up everything a former gateway left, then goes on looking. */
    public void start() {
        // Whatever the clock says: it may have been set back since.
        sweep(Instant.MAX);
        thread.start();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void work() {
        while (true) {
            try {
                Thread.sleep(PAUSE);
                sweep(clock.instant().minus(GRACE));
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException | Error e) {
                complain(e);
            }
        }
    }

    private static void complain(Throwable e) {
        try {
            log.warn("a sweep failed and is made again: {}", e.toString());
        } catch (RuntimeException | Error silent) {
            // Out of memory even for a line: the next look is in a second, and everything hangs on there being one.
        }
    }

    private void sweep(Instant before) {
        SessionId last = null;
        for (List<SessionId> page;
                !(page = inbox.sessionsWaiting(before, last, PAGE)).isEmpty();
                last = page.getLast()) {
            page.forEach(loops::wake);
        }
        channels.dispatchMissed(before, PAGE);
    }
}
