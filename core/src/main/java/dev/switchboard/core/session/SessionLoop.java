package dev.switchboard.core.session;

import dev.switchboard.core.channel.HeldMessages;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionId;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one session's messages, one at a time, in order of admission.
 *
 * <p>Thread: its own virtual thread, which ends when there is no work. {@code lookAgain} and {@code wasWoken} are called
 * under the lock of the map that holds the loop. The queue is the store: a lost wake-up costs a moment, never a message.
 * Whatever a run throws, the loop leaves that map before its thread ends, so that the next wake-up finds the place free.
 */
final class SessionLoop {
    private static final Logger log = LoggerFactory.getLogger(SessionLoop.class);

    private final SessionId session;
    private final Inbox inbox;
    private final HeldMessages held;
    private final MessageRunner runner;
    private final RunPlaces places;
    private final SessionLoops loops;
    private final Thread thread;
    private boolean woken;
    private volatile boolean stopping;

    SessionLoop(
            SessionId session,
            Inbox inbox,
            HeldMessages held,
            MessageRunner runner,
            RunPlaces places,
            SessionLoops loops) {
        this.session = session;
        this.inbox = inbox;
        this.held = held;
        this.runner = runner;
        this.places = places;
        this.loops = loops;
        this.thread = Thread.ofVirtual().name("session " + session).unstarted(this::work);
    }

    void start() {
        thread.start();
    }

    void lookAgain() {
        woken = true;
    }

    /** Whether somebody called since the last time this was asked. */
    boolean wasWoken() {
        var was = woken && !stopping;
        woken = false;
        return was;
    }

    void stopAfterThisRun() {
        stopping = true;
    }

    void interrupt() {
        thread.interrupt();
    }

    boolean join(Duration patience) throws InterruptedException {
        return thread.join(patience);
    }

    /** Whether it will still look at what waits. */
    boolean isAlive() {
        return thread.getState() != Thread.State.TERMINATED;
    }

    private void work() {
        try {
            do {
                lookOnce();
            } while (!loops.leave(session, this));
        } finally {
            // Even saying what went wrong can fail, for want of memory: nobody may find a loop here that is none.
            loops.abandon(session, this);
        }
    }

    private void lookOnce() {
        try {
            runAllThatWaits();
        } catch (InterruptedException e) {
            stopping = true;
        } catch (SwitchboardException e) {
            log.atWarn()
                    .addKeyValue("session", session)
                    .log("a run could not be recorded and is tried again: {}", e.getMessage());
        } catch (RuntimeException | Error e) {
            // Nothing is lost: the message has no final event, so the sweep wakes this session again.
            log.atError().addKeyValue("session", session).setCause(e).log("session loop failed");
        }
    }

    private void runAllThatWaits() throws InterruptedException {
        boolean more = true;
        while (more && !stopping) {
            var next = inbox.next(session);
            if (next.isEmpty() || held.isHeld(session, next.get().message().messageId())) {
                return;
            }
            var place = places.take();
            try {
                if (stopping) {
                    return;
                }
                runner.handleInboundMessage(next.get(), place);
            } finally {
                place.giveBack();
            }
            more = next.get().more();
        }
    }
}
