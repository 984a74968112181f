package dev.switchboard.edge.hud;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.protocol.hud.ChatMessage;
import dev.switchboard.protocol.hud.HudFrames;
import dev.switchboard.protocol.hud.ToHud;
import java.nio.charset.StandardCharsets;
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

    /**
     * And how much of them: what was said is sent as one frame, which has to fit an outbox along with others. What was said
     * last is among them however much it is.
     */
    static final int MAX_SIZE = 512 * 1024;

    /** How far back it looks for what was said last: what is done meanwhile goes a frame at a time. */
    static final int MAX_UNSAID = 4 * 1024 * 1024;

    /**
     * @param before the number they come before
     * @param limit how many at most
     */
    static ReplayWindow of(Ledger ledger, SessionId session, long before, int limit) {
        long first = before;
        var begins = new Begins();
        int events = 0;
        long size = 0;
        boolean said = false;
        while (true) {
            var page = ledger.before(session, first, Math.min(limit - events + 1, Ledger.MAX_PAGE));
            if (page.isEmpty()) {
                return new ReplayWindow(0, false);
            }
            for (var recorded : page) {
                var messages = HudProjection.said(recorded);
                size += recorded.size();
                for (var message : messages) {
                    size += size(message);
                }
                boolean full = said ? size > MAX_SIZE : messages.isEmpty() && size > MAX_UNSAID;
                if (events > 0 && (events >= limit || full)) {
                    return new ReplayWindow(begins.oldest(first) - 1, true);
                }
                said |= !messages.isEmpty();
                events++;
                first = recorded.seq();
                begins.passed(recorded);
            }
        }
    }

    /** In bytes: texts of some languages take three for each of their characters. */
    static int size(ChatMessage message) {
        return HudFrames.write(new ToHud.Message(message)).getBytes(StandardCharsets.UTF_8).length;
    }

    /** Where whole turns begin, for who walks from the newest event to the oldest. A session has one turn at a time. */
    private static final class Begins {
        private @Nullable Long oldest;
        /** A message with which a turn begins, unless it was said while another one was under way. */
        private @Nullable Long perhaps;

        /** Between the end of a turn and its start. */
        private boolean inside;
        /** Whether a turn was met: before that nobody knows whether one is under way. */
        private boolean known;

        void passed(Recorded recorded) {
            switch (recorded.event()) {
                case RunEvent.TurnEnd _ -> {
                    oldest = perhaps == null ? oldest : perhaps;
                    perhaps = null;
                    inside = true;
                    known = true;
                }
                case RunEvent.TurnStart _ -> {
                    oldest = recorded.seq();
                    perhaps = null;
                    inside = false;
                    known = true;
                }
                case RunEvent.UserMessage _ -> said(recorded.seq());
                default -> {}
            }
        }

        /** A person's words come before the turn they are answered in. */
        private void said(long seq) {
            if (!known) {
                perhaps = seq;
            } else if (!inside) {
                oldest = seq;
            }
        }

        /** @param otherwise if no whole turn fits */
        long oldest(long otherwise) {
            return oldest == null ? otherwise : oldest;
        }
    }
}
