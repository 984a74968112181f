package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.proof.ToolModel.Asked;
import dev.switchboard.app.proof.ToolModel.Call;
import dev.switchboard.app.proof.ToolModel.Said;
import dev.switchboard.testkit.Loops;
import dev.switchboard.testkit.StubbornDevice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the gateway at random moments while an agent works, and finds every call made at most once and every run ended.
 * {@code -Dkills=…} kills more often, {@code -Dseed=…} at the same moments as another time.
 */
class RandomlyKilledRunIT {
    private static final int KILLS = Loops.times("kills", 12, 100);
    private static final int STEPS = 8;
    private static final int CALLS = 2;

    @TempDir
    Path folder;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void everyCallIsMadeAtMostOnceAndEveryRunAnswersOnceHoweverOftenTheGatewayIsKilled() throws Exception {
        System.out.printf("RandomlyKilledRunIT: %d kills, -Dseed=%d%n", KILLS, seed);
        try (var model = new ToolModel(RandomlyKilledRunIT::work);
                var gateway = new MortalGateway(folder, model, "always_execute", Duration.ofMinutes(5))) {
            var device = gateway.keepAsking("device-001", round -> "round-" + round);
            for (int kill = 1; kill <= KILLS; kill++) {
                killWhileItWorks(gateway);
                if (kill % 3 == 0 && kill < KILLS) {
                    kill++;
                    gateway.killWhileItStarts(Duration.ofNanos(random.nextLong(2_000_000_000)));
                }
                gateway.start();
            }
            device.sendNoMore();
            audit(gateway, model, device);
        }
    }

    /** At some moment after it got somewhere: a run that gets nowhere three times is given up. */
    private void killWhileItWorks(MortalGateway gateway) throws InterruptedException {
        gateway.awaitLines(gateway.lines().size() + 1);
        Thread.sleep(Duration.ofNanos(random.nextLong(80_000_000)));
        gateway.kill();
    }

    private static Said work(Asked asked) {
        var step = asked.steps();
        var round = asked.people().getLast();
        return step == STEPS
                ? Said.text("%s is done".formatted(round))
                : Said.calls(call(round, step, 0), call(round, step, 1)).afterThinking("step " + step);
    }

    /** It takes a moment, so that some are cut off in the middle. */
    private static Call call(String round, int step, int index) {
        return Call.exec("echo %s-%d-%d >> lines; sleep 0.03".formatted(round, step, index));
    }

    private static void audit(MortalGateway gateway, ToolModel model, StubbornDevice device)
            throws InterruptedException {
        var audit = gateway.ended(device);
        assertThat(device.answers().values())
                .hasSameSizeAs(device.sent().keySet())
                .allMatch(answer -> answer.text().endsWith("is done"));
        assertThat(gateway.lines()).doesNotHaveDuplicates();
        assertThat(model.asked()).allMatch(asked -> asked.callsWithoutResult().isEmpty());
        for (var round : device.sent().values()) {
            var last = model.asked().stream()
                    .filter(asked -> asked.people().getLast().equals(round) && asked.steps() == STEPS)
                    .toList()
                    .getLast();
            assertThat(last.results()).hasSize(STEPS * CALLS);
            long known = last.results().stream()
                    .filter(result -> result.contains("\"exitCode\":0"))
                    .count();
            long unknown = last.results().stream()
                    .filter(result -> result.contains("Outcome unknown"))
                    .count();
            assertThat(known + unknown).isEqualTo(STEPS * CALLS);
            assertThat(gateway.lines().stream().filter(line -> line.startsWith(round + "-")))
                    .describedAs("what is known to be done was done")
                    .hasSizeBetween((int) known, (int) (known + unknown));
        }
        System.out.printf(
                "RandomlyKilledRunIT: %d runs, %d turns and %d calls cut off%n",
                device.sent().size(),
                audit.aborted(),
                audit.events("tool_end").stream()
                        .filter(end -> end.get("status").stringValue().equals("aborted"))
                        .count());
    }
}
