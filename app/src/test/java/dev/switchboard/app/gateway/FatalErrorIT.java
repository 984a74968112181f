package dev.switchboard.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.ScriptedModel;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FatalErrorIT {
    private static final String PORT = "port ";

    @TempDir
    Path folder;

    @Test
    void anErrorInTheStoresWriterEndsTheProcessInWordsAndTheNextStartGoesOn() throws Exception {
        var data = Files.createDirectory(folder.resolve("data"));
        var process = launch(data);
        try (var output = process.inputReader(StandardCharsets.UTF_8);
                var device = Device.connect(
                        URI.create("ws://127.0.0.1:%d/api/channels/terminal-dev/ws".formatted(port(output))),
                        "device-001")) {
            device.message("m-1", "poison");

            var said = output.lines().collect(Collectors.joining("\n"));
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(said).isEqualTo(LastWords.EXIT_CODE);
            assertThat(said)
                    .contains("The store's writer cannot go on, so this gateway ends now. Nothing that was"
                            + " acknowledged is lost: start it again, and it goes on with what it was doing.")
                    .doesNotContain("\tat ");
        } finally {
            process.destroyForcibly();
        }

        try (var gateway = TestGateway.start(data, ScriptedModel.echo())) {
            // It was committed and never acknowledged: the next start runs it, once.
            await().until(() -> events(gateway).contains("\"text\":\"echo: poison\""));
        }
    }

    private static String events(TestGateway gateway) {
        return gateway.get("/api/sessions/terminal-dev%3Alocal%3Adevice-001/events")
                .toString();
    }

    private static Process launch(Path data) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PoisonedGateway.class.getName(),
                        data.toString()))
                .redirectErrorStream(true)
                .start();
    }

    /** Other lines may come before. */
    private static int port(BufferedReader output) throws IOException {
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(PORT)) {
                return Integer.parseInt(line.substring(PORT.length()));
            }
        }
        throw new AssertionError("the gateway does not listen");
    }
}
