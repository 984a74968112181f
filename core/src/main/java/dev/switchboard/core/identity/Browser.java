package dev.switchboard.core.identity;

import java.time.Instant;

/**
 * A signed-in browser as the server remembers it: everything but its cookie. It stands for its token and ends with it.
 *
 * @param lastSeenAt to the minute
 * @param address where it was last seen
 */
public record Browser(String id, String tokenId, String name, Instant createdAt, Instant lastSeenAt, String address) {

    /** When it ends unless it is used again. */
    public Instant idleEnd() {
        return lastSeenAt.plus(BrowserStore.IDLE);
    }
}
