package dev.switchboard.client;

import java.time.Clock;

/** Counts a device's message ids up. Not thread-safe. */
final class MessageIds {
    private final String peerId;
    private final Clock clock;
    private long last;

    /** @param last the highest number used so far */
    MessageIds(String peerId, Clock clock, long last) {
        this.peerId = peerId;
        this.clock = clock;
        this.last = last;
    }

    String next() {
        return id(++last);
    }

    /** Past whatever a device whose counter was lost may have used. */
    String nextPastClock() {
        last = Math.max(last + 1, clock.instant().getEpochSecond());
        return id(last);
    }

    long last() {
        return last;
    }

    private String id(long number) {
        return "%s-%06d".formatted(peerId, number);
    }
}
