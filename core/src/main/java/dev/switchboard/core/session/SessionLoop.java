package dev.switchboard.core.session;

import dev.switchboard.core.channel.HeldMessages;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionId;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one session's messages, one at a time, in order of admission.
 *
 * <p>Thread: its own virtual thread, which ends when there is no work. {@code lookAgain} and {@code wasWoken} are called
 * under the lock of the map that holds the loop. The queue is the store: a lost wake-up costs a moment, never a message.
 */
final class SessionLoop {
    private static final Logger log = LoggerFactory.getLogger(SessionLoop.class);

    private final SessionId session;
    private final Inbox inbox;
    private final HeldMessages held;
    private final MessageRunner runner;
    private final Semaphore places;
    private final BiPredicate<SessionId, SessionLoop> leave;
    private final Thread thread;
    private boolean woken;
    private volatile boolean stopping;

    SessionLoop(
            SessionId session,
            Inbox inbox,
            HeldMessages held,
            MessageRunner runner,
            Semaphore places,
            BiPredicate<SessionId, SessionLoop> leave) {
        this.session = session;
        this.inbox = inbox;
        this.held = held;
        this.runner = runner;
        this.places = places;
        this.leave = leave;
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

    private void work() {
        do {
            try {
                runAllThatWaits();
            } catch (InterruptedException e) {
                stopping = true;
            } catch (SwitchboardException e) {
                log.atWarn()
                        .addKeyValue("session", session)
                        .log("a run could not be recorded and is tried again: {}", e.getMessage());
            } catch (RuntimeException e) {
                // Nothing is lost: the message has no final event, so the sweep wakes this session again.
                log.atError().addKeyValue("session", session).setCause(e).log("session loop failed");
            }
        } while (!leave.test(session, this));
    }

    private void runAllThatWaits() throws InterruptedException {
        boolean more = true;
        while (more && !stopping) {
            var next = inbox.next(session);
            if (next.isEmpty() || held.isHeld(session, next.get().message().messageId())) {
                return;
            }
            places.acquire();
            try {
                if (stopping) {
                    return;
                }
                runner.handleInboundMessage(next.get());
            } finally {
                places.release();
            }
            more = next.get().more();
        }
    }
}
