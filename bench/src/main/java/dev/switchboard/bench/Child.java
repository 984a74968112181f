package dev.switchboard.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that is measured, or that measures in our place; what it says goes to files. */
final class Child implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Process process;
    private final Path out;
    private final Path err;

    private Child(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static Child start(ProcessBuilder builder, Path folder, String name) {
        var out = folder.resolve(name + ".out");
        var err = folder.resolve(name + ".err");
        // Keys of model vendors are taken away: the offline agent is the instant model, and nothing leaves the machine.
        builder.environment().keySet().removeAll(List.of("ANTHROPIC_API_KEY", "OPENAI_API_KEY"));
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        try {
            return new Child(builder.start(), out, err);
        } catch (IOException e) {
            throw new MeasureException("cannot start " + builder.command().getFirst(), e);
        }
    }

    /** A program of this module, on a JVM with the given options. */
    static Child java(List<String> options, Class<?> main, Path folder, String... arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return start(new ProcessBuilder(command), folder, main.getSimpleName());
    }

    /** What it printed, after it has ended. */
    String await(Duration patience) {
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new MeasureException("still running after " + patience.toSeconds() + " s, see " + err);
            }
            if (process.exitValue() != 0) {
                throw new MeasureException("ended with %d: %s".formatted(process.exitValue(), complaint()));
            }
            return Files.readString(out);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasureException("interrupted", e);
        } catch (IOException e) {
            throw new MeasureException("cannot read " + out, e);
        }
    }

    /** The first line it prints. */
    String firstLine() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            mustLive();
            try {
                var printed = Files.readString(out);
                if (printed.indexOf('\n') >= 0) {
                    return printed.lines().findFirst().orElseThrow();
                }
            } catch (IOException e) {
                throw new MeasureException("cannot read " + out, e);
            }
            if (System.nanoTime() - deadline > 0) {
                throw new MeasureException("said nothing for " + PATIENCE.toSeconds() + " s, see " + err);
            }
            Pause.millis(2);
        }
    }

    void mustLive() {
        if (!process.isAlive()) {
            throw new MeasureException("ended with %d: %s".formatted(process.exitValue(), complaint()));
        }
    }

    private String complaint() {
        try {
            var lines = Files.readAllLines(err);
            return lines.isEmpty()
                    ? "no word on stderr"
                    : String.join("\n", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
        } catch (IOException e) {
            return "see " + err;
        }
    }

    /** Resident memory in KiB. */
    long residentKib() {
        try {
            return Files.readAllLines(proc("status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new MeasureException("memory can only be read where there is /proc", e);
        }
    }

    /** CPU time used so far. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** The JVM options it was started with, without what only fits its own classes. */
    List<String> jvmOptions() {
        try {
            var words = List.of(
                    Files.readString(proc("cmdline"), StandardCharsets.UTF_8).split("\0"));
            return words.subList(1, words.indexOf("-cp")).stream()
                    .filter(word -> !word.startsWith("-XX:AOTCache"))
                    .toList();
        } catch (IOException e) {
            throw new MeasureException("the command line can only be read where there is /proc", e);
        }
    }

    private Path proc(String file) {
        return Path.of("/proc", Long.toString(process.pid()), file);
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static List<String> words(String line) {
        return Arrays.asList(line.trim().split("\\s+"));
    }
}
