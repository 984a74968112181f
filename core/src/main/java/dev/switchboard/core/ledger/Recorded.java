package dev.switchboard.core.ledger;

import java.time.Instant;

/** An event with its number in the session and the moment it was written. */
public record Recorded(long seq, Instant at, RunEvent event) {}
