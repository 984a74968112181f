package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.proof.ToolModel.Call;
import dev.switchboard.app.proof.ToolModel.Said;
import dev.switchboard.testkit.StubbornDevice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many commands that write much, at once, in a gateway with little memory, and one device that wants none of that. */
@Timeout(300)
class BigOutputsIT {
    private static final int DEVICES = 12;
    private static final int BYTES = 35_000_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void everyDeviceIsAnsweredTheModestOneMeanwhileAndTheGatewayLives() throws Exception {
        Files.createDirectories(folder.resolve("work"));
        try (var model = new ToolModel(
                        asked -> asked.steps() == 0 && asked.people().getLast().equals("go")
                                ? Said.calls(Call.exec("yes 0123456789abcde | head -c " + BYTES))
                                : Said.text("done"));
                var gateway = GatewayChild.small(
                        folder.resolve("data"),
                        GatewayChild.working(folder, model.url(), "always_execute", Duration.ofMinutes(5)),
                        128)) {
            var address = gateway.channel();
            List<StubbornDevice> devices = new ArrayList<>();
            try {
                for (int i = 0; i < DEVICES; i++) {
                    devices.add(new StubbornDevice("device-" + i, () -> address, _ -> "go", 1));
                }
                for (var device : devices) {
                    await().atMost(PATIENCE).until(() -> !device.acknowledged().isEmpty());
                    device.sendNoMore();
                }
                ModestDevice.isAnsweredWhile(gateway, () -> !devices.stream().allMatch(BigOutputsIT::isAnswered));
                for (var device : devices) {
                    await().atMost(PATIENCE).until(() -> isAnswered(device));
                    assertThat(device.answers().values())
                            .extracting(StubbornDevice.Answer::text)
                            .containsOnly("done");
                }
            } finally {
                devices.forEach(StubbornDevice::close);
            }
            assertThat(gateway.isAlive()).isTrue();
            assertThat(gateway.log()).noneMatch(line -> line.contains("OutOfMemoryError"));
            assertAllIsKept(gateway, "terminal-dev:local:device-0");
        }
    }

    private static boolean isAnswered(StubbornDevice device) {
        return device.answers().keySet().containsAll(device.sent().keySet());
    }

    private static void assertAllIsKept(GatewayChild gateway, String session) throws InterruptedException {
        var end = gateway.get("/api/sessions/" + session + "/events?limit=500")
                .path("events")
                .valueStream()
                .map(line -> line.path("event"))
                .filter(event -> event.path("type").stringValue("").equals("tool_end"))
                .findFirst()
                .orElseThrow();
        assertThat(end.path("result").path("truncated").booleanValue()).isTrue();
        assertThat(end.path("result").path("bytes").longValue()).isEqualTo(BYTES);
        assertThat(end.path("result").path("stdout").stringValue().length()).isLessThanOrEqualTo(16 * 1024);

        var kept = gateway.get("/api/events/" + end.path("id").stringValue() + "/result");
        assertThat(kept.path("stdout").stringValue().length()).isBetween(10 * 1024 * 1024, 10 * 1024 * 1024 + 100);
        assertThat(kept.path("truncated").booleanValue()).isTrue();
    }
}
