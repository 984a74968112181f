package dev.switchboard.store;

import java.time.Duration;

/**
 * The bounds of a store.
 *
 * @param writeQueue jobs that wait for the writer; beyond it callers wait for room
 * @param maxBatch jobs that share a commit at most
 * @param readers threads that read, each with its own connection
 * @param readQueue jobs that wait for a reader; beyond it callers wait for room
 * @param channelEventAge how long a channel event is kept
 * @param channelEventsKept how many events are kept of each channel
 * @param keeperPause between two looks at the log
 * @param followerPause between two times at which it is written down what last happened in the sessions
 * @param maxAttachment the longest attachment of a message, in bytes
 * @param maxAttachments what all that are kept may have together
 * @param longLog pages at which the log is copied though the writer is busy; the next start has to read them
 */
record StoreSettings(
        int writeQueue,
        int maxBatch,
        int readers,
        int readQueue,
        Duration channelEventAge,
        int channelEventsKept,
        Duration keeperPause,
        Duration followerPause,
        long maxAttachment,
        long maxAttachments,
        int longLog) {
    static final StoreSettings DEFAULT = new StoreSettings(
            4_096,
            1_024,
            2,
            4_096,
            Duration.ofDays(30),
            100_000,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            10 * 1024 * 1024,
            1024 * 1024 * 1024,
            16_384);
}
