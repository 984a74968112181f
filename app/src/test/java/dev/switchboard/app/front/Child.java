package dev.switchboard.app.front;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A process of a test: what it prints is read line by line, and it is ended with the test, whatever happens. */
final class Child implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Writer in;
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Thread reader;

    private Child(Process process) {
        this.process = process;
        this.in = process.outputWriter(StandardCharsets.UTF_8);
        this.reader = Thread.ofVirtual().start(this::read);
    }

    /** @param environment in addition to ours */
    static Child start(Path folder, Map<String, String> environment, List<String> command) throws IOException {
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new Child(builder.start());
    }

    static Child start(Path folder, String... command) throws IOException {
        return start(folder, Map.of(), List.of(command));
    }

    /** Pastes a line into its input. */
    void type(String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    void endInput() throws IOException {
        in.close();
    }

    /** The next line that is as wanted; those before it are let pass. */
    String line(Predicate<String> wanted) throws InterruptedException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            var line = lines.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new AssertionError("the line did not come; it said:\n" + output());
            }
            if (wanted.test(line)) {
                return line;
            }
        }
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("it did not end; it said:\n" + output());
        }
        reader.join(PATIENCE);
        return process.exitValue();
    }

    /** Asks it to end, as a service manager does. */
    void terminate() {
        process.destroy();
    }

    /** Ends it without a word. */
    void kill() {
        process.destroyForcibly();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** All it has said so far, errors included. */
    String output() {
        return String.join("\n", said);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = out.readLine(); line != null; line = out.readLine()) {
                said.add(line);
                lines.add(line);
            }
        } catch (IOException e) {
            said.add("(its output was cut: " + e.getMessage() + ")");
        }
    }
}
