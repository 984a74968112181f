package dev.switchboard.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Messages at a fixed rate, evenly over the devices, whether or not earlier ones were answered. A latency counts from
 * when its message should have been sent, so a server that stalls cannot hide behind a sender that waits for it.
 */
final class PacedLoad {
    private static final long ANSWERS_WITHIN_SECONDS = 15;

    /** @param acks empty where the server sends none */
    record Result(Latencies acks, Latencies replies, double sentPerSecond) {}

    private final int devices;
    private final int rate;
    private final int warmUp;
    private final int total;
    private final long start;
    private final Latencies acks = new Latencies();
    private final Latencies replies = new Latencies();
    /** How often a message was answered: exactly once is right. */
    private final AtomicIntegerArray answered;

    private volatile int outstanding;

    private PacedLoad(int devices, int rate, int warmUpSeconds, int seconds) {
        this.devices = devices;
        this.rate = rate;
        this.warmUp = warmUpSeconds * rate;
        this.total = warmUp + seconds * rate;
        this.answered = new AtomicIntegerArray(total);
        this.outstanding = total;
        // Room for the devices to get in before the first message is due.
        this.start = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    }

    /** Runs it against a server. The fleet is closed at the end. */
    static Result run(FleetMaker maker, int devices, int rate, int warmUpSeconds, int seconds) {
        var load = new PacedLoad(devices, rate, warmUpSeconds, seconds);
        try (var fleet = maker.make(load::heard)) {
            fleet.grow(devices, 30);
            return load.drive(fleet);
        }
    }

    interface FleetMaker {
        Fleet make(Fleet.Listener listener);
    }

    private Result drive(Fleet fleet) {
        var frames = new Frames.Numbered(Texts.MESSAGE);
        long lastSent = start;
        for (int n = 0; n < total; n++) {
            long due = due(n);
            for (long wait; (wait = due - System.nanoTime()) > 0; ) {
                LockSupport.parkNanos(wait);
            }
            fleet.send(n % devices, frames.number(n));
            lastSent = System.nanoTime();
            fleet.check();
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWERS_WITHIN_SECONDS);
        while (outstanding > 0) {
            fleet.check();
            if (System.nanoTime() - deadline > 0) {
                throw new MeasureException("%d of %d messages had no answer within %d s, among them number %d"
                        .formatted(outstanding, total, ANSWERS_WITHIN_SECONDS, firstUnanswered()));
            }
            Pause.millis(10);
        }
        return new Result(acks, replies, (total - 1) / ((lastSent - start) / 1e9));
    }

    private int firstUnanswered() {
        int n = 0;
        while (answered.get(n) > 0) {
            n++;
        }
        return n;
    }

    private long due(int n) {
        return start + n * TimeUnit.SECONDS.toNanos(1) / rate;
    }

    private void heard(int device, byte[] bytes, int from, int to, long now) {
        int n = Frames.number(bytes, from, to);
        if (n < 0) {
            throw new MeasureException(
                    "unexpected: " + new String(bytes, from, to - from, java.nio.charset.StandardCharsets.UTF_8));
        }
        boolean counts = n >= warmUp;
        if (Frames.isAck(bytes, from)) {
            Frames.mustAccept(bytes, from, to);
            if (counts) {
                acks.add(now - due(n));
            }
        } else if (Frames.isReply(bytes, from)) {
            if (counts) {
                replies.add(now - due(n));
            }
            if (answered.incrementAndGet(n) > 1) {
                throw new MeasureException("message %d was answered twice".formatted(n));
            }
            outstanding = outstanding - 1; // only this thread writes it
        }
    }
}
