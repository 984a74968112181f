package dev.switchboard.bench;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** Each device sends its next message when the last one was answered: as many turns a second as the gateway can do. */
final class FlatOutLoad {
    record Result(double turnsPerSecond, double secondsMeasured) {}

    private final Frames.Numbered frames = new Frames.Numbered(Texts.MESSAGE);
    private final LongAdder turns = new LongAdder();
    private final int[] awaited;
    private volatile boolean stopping;
    private int next;
    private @org.jspecify.annotations.Nullable Fleet fleet;

    private FlatOutLoad(int devices) {
        this.awaited = new int[devices];
        Arrays.fill(awaited, -1);
    }

    /** Calls {@code around} at the beginning and at the end of what is measured. */
    static Result run(PacedLoad.FleetMaker maker, int devices, int warmUpSeconds, int seconds, Runnable around) {
        var load = new FlatOutLoad(devices);
        try (var fleet = maker.make(load::heard)) {
            load.fleet = fleet;
            fleet.grow(devices, 30);
            return load.drive(fleet, devices, warmUpSeconds, seconds, around);
        }
    }

    private Result drive(Fleet fleet, int devices, int warmUpSeconds, int seconds, Runnable around) {
        fleet.later(() -> {
            for (int device = 0; device < devices; device++) {
                say(device);
            }
        });
        pause(fleet, warmUpSeconds);
        around.run();
        long before = turns.sum();
        long from = System.nanoTime();
        pause(fleet, seconds);
        long made = turns.sum() - before;
        double measured = (System.nanoTime() - from) / 1e9;
        around.run();
        stopping = true;
        Pause.millis(500);
        fleet.check();
        if (made == 0) {
            throw new MeasureException("no turn was completed");
        }
        return new Result(made / measured, measured);
    }

    private static void pause(Fleet fleet, int seconds) {
        for (int i = 0; i < seconds * 10; i++) {
            Pause.millis(100);
            fleet.check();
        }
    }

    private void heard(int device, byte[] bytes, int from, int to, long now) {
        if (!Frames.isReply(bytes, from)) {
            Frames.mustAccept(bytes, from, to);
            return;
        }
        if (Frames.number(bytes, from, to) != awaited[device]) {
            throw new MeasureException("device %d got an answer to another message than it sent".formatted(device));
        }
        turns.increment();
        if (!stopping) {
            say(device);
        }
    }

    private void say(int device) {
        awaited[device] = next++;
        var all = fleet;
        if (all != null) {
            all.send(device, frames.number(awaited[device]));
        }
    }
}
