package dev.switchboard.edge.api;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Recorded;
import java.time.Duration;
import java.util.List;

/** Everything after a cursor, then keep going: no gap, no repeat. */
public interface LiveEvents {
    Subscription subscribe(SessionId session, long after);

    /** One reader's place in a session. Thread: one reads; any closes. */
    interface Subscription extends AutoCloseable {
        /**
         * The next events in order, a page at most; waits this long for one if there is none. Empty when the time is
         * over, and at once, from then on, when the subscription was closed.
         */
        List<Recorded> next(Duration patience) throws InterruptedException;

        /** Wakes whoever waits in {@link #next}. Harmless the second time. */
        @Override
        void close();
    }
}
