package dev.switchboard.core.session;

import dev.switchboard.core.channel.Inbox;
import java.time.Clock;
import java.time.Duration;

/**
 * Counts messages that should have been answered and that nobody works on. It reads the store, so it rises whatever the
 * reason was.
 */
public final class LostMessages {
    private static final Duration OVERDUE = Duration.ofMinutes(10);
    private static final int AT_MOST = 500;

    private final Inbox inbox;
    private final SessionLoops loops;
    private final Clock clock;

    public LostMessages(Inbox inbox, SessionLoops loops, Clock clock) {
        this.inbox = inbox;
        this.loops = loops;
        this.clock = clock;
    }

    /** Accepted more than ten minutes ago, without a final event and without a live run in their session. */
    public long count() {
        return inbox.unanswered(clock.instant().minus(OVERDUE), AT_MOST).stream()
                .filter(session -> !loops.isLive(session))
                .count();
    }
}
