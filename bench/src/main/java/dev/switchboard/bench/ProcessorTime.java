package dev.switchboard.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What the processors of this machine have done since it started, in ticks. A virtual machine is told how long its host
 * had others run where it wanted to: what was measured meanwhile is the host's figure too.
 */
record ProcessorTime(long all, long idle, long stolen) {
    private static final int IDLE = 4;
    private static final int WAITING = 5; // for a disk, and free meanwhile
    private static final int STOLEN = 8;
    private static final int GUEST = 9; // counted among the others already

    static ProcessorTime now() {
        try {
            var words = Child.words(
                    Files.readString(Path.of("/proc/stat")).lines().findFirst().orElse(""));
            long all = 0;
            for (int i = 1; i < GUEST; i++) {
                all += Long.parseLong(words.get(i));
            }
            long idle = Long.parseLong(words.get(IDLE)) + Long.parseLong(words.get(WAITING));
            return new ProcessorTime(all, idle, Long.parseLong(words.get(STOLEN)));
        } catch (IOException e) {
            throw new MeasureException("cannot read what the processors did", e);
        }
    }

    /** How much of the time since then the host took, between 0 and 1. */
    double stolenSince(ProcessorTime then) {
        return all == then.all ? 0 : (stolen - then.stolen) / (double) (all - then.all);
    }

    /** Waits so long, and tells which share of that time the processors were not free, between 0 and 1. */
    static double busyFor(Duration duration) {
        var before = now();
        Pause.millis(duration.toMillis());
        var after = now();
        return after.all == before.all ? 0 : 1 - (after.idle - before.idle) / (double) (after.all - before.all);
    }
}
