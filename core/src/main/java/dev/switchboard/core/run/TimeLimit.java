package dev.switchboard.core.run;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * When a run has taken too long. It counts from its first start, whatever gateway that was; the time in which the run
 * waits for a person, and after that for its place, is not its own and does not count.
 *
 * <p>Thread: any may ask; all else on the run's.
 */
final class TimeLimit {
    private final InstantSource clock;
    private final Duration most;
    private final @Nullable Instant atTheLatest;
    private volatile @Nullable Instant end;
    private Duration left = Duration.ZERO;

    /** @param atTheLatest ends it whatever it waits for; null for none */
    TimeLimit(InstantSource clock, Duration most, @Nullable Instant atTheLatest) {
        this.clock = clock;
        this.most = most;
        this.atTheLatest = atTheLatest;
    }

    /** @param waited for people since then */
    void countFrom(Instant firstStart, Duration waited) {
        end = firstStart.plus(most).plus(waited);
    }

    void pause() {
        var until = end;
        if (until != null) {
            left = Duration.between(clock.instant(), until);
            end = null;
        }
    }

    void goOn() {
        end = clock.instant().plus(left);
    }

    boolean isOver() {
        var now = clock.instant();
        var until = end;
        return (until != null && now.isAfter(until)) || (atTheLatest != null && now.isAfter(atTheLatest));
    }
}
