package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The gateway as a process of its own, from the jars the build made, with nothing of this machine's environment. */
final class LiveGateway implements AutoCloseable {
    private static final Path JARS = Path.of("target/switchboard/lib").toAbsolutePath();

    private final Child process;
    private final URI device;

    private LiveGateway(Child process, URI device) {
        this.process = process;
        this.device = device;
    }

    /** A first start: no configuration, no data, any free port. */
    static LiveGateway fresh(Path data) throws IOException, InterruptedException {
        var process = run("--port", "0", "--data", data.toString());
        try {
            var line = process.line(said -> said.contains("devices  ws://"));
            process.line(said -> said.startsWith("  data "));
            return new LiveGateway(process, URI.create(line.strip().split("\\s+")[1]));
        } catch (AssertionError | InterruptedException e) {
            process.close();
            throw e;
        }
    }

    /** Just the program with these arguments. */
    static Child run(String... arguments) throws IOException {
        assertThat(JARS).as("the build has packed the program").isNotEmptyDirectory();
        var command = new ArrayList<>(List.of(
                "env",
                "-i",
                "HOME=" + Files.createTempDirectory("home"),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                JARS + "/*",
                "dev.switchboard.app.Main"));
        command.addAll(List.of(arguments));
        return Child.start(Path.of("").toAbsolutePath(), Map.of(), command);
    }

    /** Where devices connect. */
    URI device() {
        return device;
    }

    int port() {
        return device.getPort();
    }

    /** What it has printed so far, its log included. */
    String output() {
        return process.output();
    }

    @Override
    public void close() {
        process.close();
    }
}
