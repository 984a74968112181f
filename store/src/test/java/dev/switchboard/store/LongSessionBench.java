package dev.switchboard.store;

import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.testkit.Talk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A turn in a session of 100,000 events against a turn in a new one, and the time to attach at its end. The store is
 * opened anew before, so that nothing is known by heart.
 *
 * <p>Argument: a folder on the disk to measure.
 */
final class LongSessionBench {
    private static final int EVENTS = 100_000;
    private static final int ROUNDS = 300;

    private LongSessionBench() {}

    public static void main(String[] args) throws Exception {
        var folder = Files.createTempDirectory(Path.of(args[0]), "long");
        var file = folder.resolve("switchboard.db");
        var key = folder.resolve("token.key");
        var veteran = Talk.of("veteran");
        try (var store = Store.open(file, key, Clock.systemUTC())) {
            grow(store, veteran);
        }
        try (var store = Store.open(file, key, Clock.systemUTC())) {
            for (var how : List.of("cold", "second", "third")) {
                long begin = System.nanoTime();
                int page = store.ledger()
                        .before(veteran.session(), Long.MAX_VALUE, 500)
                        .size();
                double ms = (System.nanoTime() - begin) / 1e6;
                System.out.printf("attach at the end, %s: %d events in %.1f ms%n", how, page, ms);
            }
            long begin = System.nanoTime();
            turn(store, veteran, "cold");
            System.out.printf("first turn, cold: %.1f ms%n", (System.nanoTime() - begin) / 1e6);
            for (int round = 1; round <= 3; round++) {
                System.out.printf(
                        "median turn, round %d: veteran %.2f ms, newcomer %.2f ms%n",
                        round, median(store, veteran, round), median(store, Talk.of("newcomer-" + round), round));
            }
            System.out.println("events: " + store.ledger().lastSeq(veteran.session()));
        }
    }

    private static void grow(Store store, Talk talk) {
        long seq = talk.say(store.inbox(), "first");
        talk.start(store.ledger(), seq, "first");
        var page = Collections.<RunEvent>nCopies(2, talk.turnStart("first"));
        for (int events = 3; events < EVENTS / 2; events += 2 * 500) {
            IntStream.range(0, 500)
                    .mapToObj(i -> store.ledger().start(talk.at(), seq, talk.run("first"), page))
                    .toList()
                    .getLast()
                    .await();
        }
        talk.finish(store.ledger(), seq, "first");
        for (int i = 0; store.ledger().lastSeq(talk.session()) < EVENTS; i++) {
            for (int j = 0; j < 10; j++) {
                turn(store, talk, "grow-" + i + "-" + j);
            }
        }
    }

    private static void turn(Store store, Talk talk, String id) {
        long seq = talk.say(store.inbox(), id);
        if (store.inbox().next(talk.session()).orElseThrow().seq() != seq) {
            throw new IllegalStateException("not the next one: " + id);
        }
        store.ledger().start(talk.at(), seq, talk.run(id), List.of(talk.started(id), talk.turnStart(id)));
        talk.finish(store.ledger(), seq, id);
        store.inbox().delivered(talk.session(), seq);
    }

    private static double median(Store store, Talk talk, int round) {
        var times = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long begin = System.nanoTime();
            turn(store, talk, "round-" + round + "-" + i);
            times[i] = (System.nanoTime() - begin) / 1e6;
        }
        Arrays.sort(times);
        return times[ROUNDS / 2];
    }
}
