package dev.switchboard.edge.hud;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The newest events before some number that are shown at once: whole turns, as far as they fit.
 *
 * @param after they are those after this number
 * @param more whether there are older ones
 */
record ReplayWindow(long after, boolean more) {
    /** How many events are shown at once at most. */
    static final int MAX_EVENTS = 1_000;

    /** And how much of them, in characters: what was said is sent as one frame. */
    static final int MAX_SIZE = 512 * 1024;

    /**
     * @param before the number they come before
     * @param limit how many at most
     */
    static ReplayWindow of(Ledger ledger, SessionId session, long before, int limit) {
        long first = before;
        // The oldest event in the window with which a turn's events begin: its message, or the turn itself.
        @Nullable Long begin = null;
        int events = 0;
        long size = 0;
        while (true) {
            var page = ledger.before(session, first, Math.min(limit - events + 1, Ledger.MAX_PAGE));
            if (page.isEmpty()) {
                return new ReplayWindow(0, false);
            }
            for (var recorded : page) {
                size += recorded.size();
                if (events > 0 && (events >= limit || size > MAX_SIZE)) {
                    return new ReplayWindow((begin == null ? first : begin) - 1, true);
                }
                events++;
                first = recorded.seq();
                if (beginsTurn(recorded)) {
                    begin = first;
                }
            }
        }
    }

    /** A person's words come before the turn they are answered in. */
    private static boolean beginsTurn(Recorded recorded) {
        return recorded.event() instanceof RunEvent.UserMessage;
    }

    /** The events themselves, oldest first, page by page. */
    void each(Ledger ledger, SessionId session, long before, Consumer<Recorded> seen) {
        long cursor = after;
        for (List<Recorded> page; !(page = ledger.after(session, cursor, Ledger.MAX_PAGE)).isEmpty(); ) {
            for (var recorded : page) {
                if (recorded.seq() >= before) {
                    return;
                }
                seen.accept(recorded);
            }
            cursor = page.getLast().seq();
        }
    }
}
