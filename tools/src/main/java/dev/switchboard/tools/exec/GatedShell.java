package dev.switchboard.tools.exec;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A shell in a session of its own that waits for its command.
 *
 * <p>The command comes as one line on its standard input, after the group has been recorded. If the gateway dies before,
 * the input ends without a line and nothing is run. The line has only ASCII, so that neither the locale of the gateway
 * nor that of the shell can change a command.
 *
 * <p>Its output goes through {@code cat}, which lives as long as anyone writes: Java closes a process's output when that
 * process ends, and with it would go what its children still have to say. And unlike a pipe that a stray daemon holds,
 * {@code cat} can be ended.
 *
 * <p>Thread: the call's; the output is read on a platform thread, since such a read would hold a carrier.
 */
final class GatedShell implements AutoCloseable {
    /** A system that does not let us set the limit has the word in the environment still. */
    private static final String GATE = """
        command ulimit -m "$2" 2>/dev/null
        IFS= read -r line || exit 125
        exec "$1" -c "$(printf %b "$line")" </dev/null\
        """;

    /** What is read at once. */
    static final int BUFFER = 64 * 1024;

    private final Process shell;
    private final Process relay;
    private final Output output;
    private final Thread reader;

    private GatedShell(Process shell, Process relay, Output output) {
        this.shell = shell;
        this.relay = relay;
        this.output = output;
        this.reader =
                Thread.ofPlatform().daemon().name("exec-output-" + shell.pid()).start(this::read);
    }

    /** Starts it, to wait. */
    static GatedShell start(Path folder, Map<String, String> environment, CallMark mark, Output output)
            throws IOException {
        var bash = Path.of("/bin/bash");
        var shell = Files.isExecutable(bash) ? bash.toString() : "/bin/sh";
        var gate = builder(
                        folder,
                        environment,
                        List.of("setsid", "/bin/sh", "-c", GATE, "sh", shell, Long.toString(mark.kibibytes())))
                .redirectErrorStream(true);
        gate.environment().put(CallMark.VARIABLE, mark.word());
        var relay = builder(folder, environment, List.of("cat")).redirectError(ProcessBuilder.Redirect.DISCARD);
        var started = ProcessBuilder.startPipeline(List.of(gate, relay));
        return new GatedShell(started.getFirst(), started.getLast(), output);
    }

    private static ProcessBuilder builder(Path folder, Map<String, String> environment, List<String> command) {
        var builder = new ProcessBuilder(command).directory(new File(folder.toString()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    /** Of the process that leads the session; the command will be this very process. */
    long pid() {
        return shell.pid();
    }

    /** Opens the gate. */
    void run(String command) throws IOException {
        try (var input = shell.getOutputStream()) {
            input.write((escaped(command) + "\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static String escaped(String command) {
        var line = new StringBuilder();
        for (byte b : command.getBytes(StandardCharsets.UTF_8)) {
            if (b >= ' ' && b < 127 && b != '\\') {
                line.append((char) b);
            } else {
                line.append("\\0%03o".formatted(b & 0xff));
            }
        }
        return line.toString();
    }

    /** Returns whether the command has ended. */
    boolean awaitExit(Duration patience) throws InterruptedException {
        return shell.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    int exitCode() {
        return shell.exitValue();
    }

    /** Waits until nobody can write any more, but not for long. */
    void awaitOutput(Duration patience) throws InterruptedException {
        reader.join(patience);
    }

    private void read() {
        var bytes = new byte[BUFFER];
        try (var input = relay.getInputStream()) {
            for (int length = input.read(bytes); length >= 0; length = input.read(bytes)) {
                output.add(bytes, length);
            }
        } catch (IOException _) {
            // The relay was ended while we read: there is no more.
        }
    }

    @Override
    public void close() {
        shell.destroyForcibly();
        relay.destroyForcibly();
    }
}
