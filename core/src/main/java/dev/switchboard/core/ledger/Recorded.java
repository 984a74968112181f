package dev.switchboard.core.ledger;

import java.time.Instant;

/**
 * An event with its number in the session and the moment it was written.
 *
 * @param size about how many characters it has as JSON: what it takes in memory is told by this
 */
public record Recorded(long seq, Instant at, RunEvent event, int size) {
    /** One so small that nobody counts it. */
    public Recorded(long seq, Instant at, RunEvent event) {
        this(seq, at, event, 0);
    }
}
