package dev.switchboard.app.device;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code switchboard connect} as a process of its own, from the jars the build made, with nothing of this machine's environment. */
final class ConnectProcess implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;

    private final Process process;
    private final Path err;

    record Outcome(int exitCode, String out, String err) {}

    private ConnectProcess(Process process, Path err) {
        this.process = process;
        this.err = err;
    }

    /** @param home where it keeps its things and the test keeps what it printed */
    static ConnectProcess start(Path home, Map<String, String> environment, String... arguments) throws IOException {
        var builder = new ProcessBuilder(command(arguments));
        builder.environment().clear();
        builder.environment().putAll(Map.of("HOME", home.toString(), "SWITCHBOARD_DATA", home.toString()));
        builder.environment().putAll(environment);
        var err = Files.createTempFile(home, "err", null);
        return new ConnectProcess(builder.redirectError(err.toFile()).start(), err);
    }

    /** What the launcher would become. */
    static List<String> command(String... arguments) {
        var jars = Path.of("target/switchboard/lib").toAbsolutePath();
        assertThat(jars).as("the build has packed the program").isNotEmptyDirectory();
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                jars + "/*",
                "dev.switchboard.app.Main",
                "connect"));
        command.addAll(List.of(arguments));
        return command;
    }

    ConnectProcess lines(String... lines) throws IOException {
        var in = process.outputWriter(UTF_8);
        for (var line : lines) {
            in.write(line + "\n");
        }
        in.flush();
        return this;
    }

    Outcome finish() throws IOException, InterruptedException {
        process.outputWriter(UTF_8).close();
        return end(new String(process.getInputStream().readAllBytes(), UTF_8));
    }

    /** Nobody reads on, as when a pager is left. */
    Outcome finishUnread() throws IOException, InterruptedException {
        process.outputWriter(UTF_8).close();
        return end("");
    }

    void stopReading() throws IOException {
        process.getInputStream().close();
    }

    void terminate() {
        process.toHandle().destroy(); // leaves its streams open
    }

    private Outcome end(String out) throws IOException, InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as(() -> "it ends; it said " + said())
                .isTrue();
        return new Outcome(process.exitValue(), out, said());
    }

    private String said() {
        try {
            return Files.readString(err);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
