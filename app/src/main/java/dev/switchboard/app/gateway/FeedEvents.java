package dev.switchboard.app.gateway;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.edge.api.LiveEvents;
import java.time.Duration;
import java.util.List;

/** The feed as the edge asks for it. */
record FeedEvents(Feed feed) implements LiveEvents {
    @Override
    public Subscription subscribe(SessionId session, long after) {
        var inner = feed.subscribe(session, after);
        return new Subscription() {
            @Override
            public List<Recorded> next(Duration patience) throws InterruptedException {
                return inner.next(patience);
            }

            @Override
            public void close() {
                inner.close();
            }
        };
    }
}
