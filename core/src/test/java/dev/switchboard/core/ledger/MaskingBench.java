package dev.switchboard.core.ledger;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;

/** What masking costs on the path of every event. Not a test: its figures are for people. */
final class MaskingBench {
    private static final int ROUNDS = 5;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private MaskingBench() {}

    public static void main(String[] args) {
        var secrets = new ArrayList<String>();
        for (int i = 0; i < 12; i++) {
            secrets.add((i % 2 == 0 ? "sk-" : "key") + "-of-vendor-" + i + "-abcdefghijklmnop");
        }
        var masking = new Masking(secrets);
        var sentence = "This is what an assistant says as an answer to a short question, and that is all. ";
        measure("answer of 82 characters", masking, answered(sentence), 1_000_000);
        measure("answer of 16 KiB", masking, answered(sentence.repeat(200)), 10_000);
        measure("answer of 82 with a key", masking, answered(sentence + secrets.getFirst()), 1_000_000);
        measure("turn_end", masking, new RunEvent.TurnEnd("e", "r", "t", RunEvent.Status.OK, 1), 1_000_000);
    }

    private static RunEvent answered(String text) {
        return new RunEvent.Answered("e-1", "run-1", "m-1", text, new RunEvent.Tokens(1, 2), 3);
    }

    private static void measure(String what, Masking masking, RunEvent event, int times) {
        long best = Long.MAX_VALUE;
        int made = 0;
        for (int round = 0; round < ROUNDS; round++) {
            // Of this thread alone, so that a busy machine changes little.
            var since = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < times; i++) {
                made += masking.mask(List.of(event)).size();
            }
            best = Math.min(best, (THREADS.getCurrentThreadCpuTime() - since) / times);
        }
        System.out.printf("%-26s %,8d ns (%d)%n", what, best, made);
    }
}
