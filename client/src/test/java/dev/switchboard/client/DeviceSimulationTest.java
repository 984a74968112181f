package dev.switchboard.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.client.DeviceProtocol.State;
import dev.switchboard.client.Notice.Answered;
import dev.switchboard.protocol.terminal.FromTerminal;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A device that crashes anywhere, even between showing an answer and recording it, over links that break anywhere. Time
 * and chance come from the seed, so that a failure can be looked at again.
 */
class DeviceSimulationTest {
    private static final int TEXTS = 60;

    private static final class Crash extends RuntimeException {}

    @TempDir
    private Path folder;

    private Random random = new Random();
    private SimulatedGateway gateway = new SimulatedGateway(random);
    private final List<Answered> shown = new ArrayList<>();
    private final ArrayDeque<String> toGateway = new ArrayDeque<>();
    private final ArrayDeque<String> toDevice = new ArrayDeque<>();
    private @Nullable FileOutbox outbox;
    private @Nullable DeviceProtocol protocol;
    private boolean opening;
    private boolean open;
    private boolean peaceful;
    private int crashes;
    private int cuts;
    private long now;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89})
    void everyTextIsRunOnceAndItsAnswerShownOnceOrMarked(long seed) {
        random = new Random(seed);
        gateway = new SimulatedGateway(random);
        boot();
        int said = 0;
        while (said < TEXTS || !box().unanswered().isEmpty()) {
            peaceful = said == TEXTS && random.nextInt(4) == 0;
            try {
                if (said < TEXTS && random.nextInt(6) == 0) {
                    box().add("text " + said++);
                    take(device().added(now));
                }
                something();
            } catch (Crash _) {
                crashes++;
                boot();
            }
        }

        assertThat(crashes).as("crashes").isGreaterThan(5);
        assertThat(cuts).as("cuts").isGreaterThan(20);
        assertThat(gateway.admitted.values())
                .containsExactlyElementsOf(java.util.stream.IntStream.range(0, TEXTS)
                        .mapToObj(n -> "text " + n)
                        .toList());
        var unmarked = shown.stream().filter(answer -> !answer.again()).toList();
        assertThat(unmarked).extracting(Answered::messageId).doesNotHaveDuplicates();
        assertThat(shown.stream().map(Answered::text).distinct())
                .as("every answer, in order")
                .containsExactlyElementsOf(gateway.admitted.values().stream()
                        .map(text -> "answer to " + text)
                        .toList());
    }

    private void boot() {
        if (outbox != null) {
            outbox.close();
        }
        cut();
        outbox = new FileOutbox(folder.resolve("outbox"), "desk", Clock.systemUTC());
        protocol = new DeviceProtocol(
                new FromTerminal.Connect("desk", null, List.of("text"), null, null, null),
                Timing.DEFAULT,
                outbox,
                random::nextDouble);
        take(protocol.start(now));
    }

    private void something() {
        switch (random.nextInt(peaceful ? 4 : 6)) {
            case 0 -> {
                if (opening) {
                    opening = false;
                    open = true;
                    take(device().opened(now));
                }
            }
            case 1 -> {
                if (!toGateway.isEmpty()) {
                    toDevice.addAll(gateway.hear(toGateway.remove()));
                }
            }
            case 2 -> {
                if (!toDevice.isEmpty()) {
                    take(device().received(toDevice.remove(), now));
                }
            }
            case 3 -> {
                var replies = gateway.work();
                if (open) {
                    toDevice.addAll(replies);
                }
                now += random.nextInt(2_000);
                take(device().tick(now));
            }
            case 4 -> {
                if (open && random.nextInt(5) == 0) {
                    cuts++;
                    cut();
                    take(device().closed(1006, "", now));
                }
            }
            default -> crashSometimes(60);
        }
    }

    private void take(List<Step> steps) {
        for (var step : steps) {
            switch (step) {
                case Step.Open() -> opening = true;
                case Step.Send(String frame) -> toGateway.add(frame);
                case Step.Drop() -> cut();
                case Step.Tell _ -> {}
                case Step.Show(Notice notice, String id) -> {
                    box().showing(id);
                    crashSometimes(10);
                    shown.add((Answered) notice);
                    crashSometimes(10);
                    box().done(id);
                }
            }
        }
        if (!steps.isEmpty() && device().state() != State.CONNECTING) {
            take(device().tick(now));
        }
    }

    private void crashSometimes(int oneIn) {
        if (!peaceful && random.nextInt(oneIn) == 0) {
            throw new Crash();
        }
    }

    private void cut() {
        opening = false;
        open = false;
        toGateway.clear();
        toDevice.clear();
    }

    private FileOutbox box() {
        return java.util.Objects.requireNonNull(outbox);
    }

    private DeviceProtocol device() {
        return java.util.Objects.requireNonNull(protocol);
    }
}
