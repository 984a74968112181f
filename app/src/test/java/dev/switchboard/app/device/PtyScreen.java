package dev.switchboard.app.device;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A program on a terminal of its own, made by {@code script} of util-linux. What it shows is read without the sequences
 * that move and colour.
 *
 * <p>Thread: the test's, but for the reader of what is shown.
 */
public final class PtyScreen implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Writer keys;
    private final StringBuilder shown = new StringBuilder();
    private final Thread reader;
    private int seen;
    private boolean over;

    private PtyScreen(Process process) {
        this.process = process;
        this.keys = process.outputWriter(UTF_8);
        this.reader = Thread.ofVirtual().start(this::read);
    }

    public static PtyScreen start(Path home, Map<String, String> environment, List<String> command) throws IOException {
        var line = command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        var builder = new ProcessBuilder(
                "script",
                "--quiet",
                "--flush",
                "--return",
                "--command",
                "stty rows 40 cols 120; exec " + line,
                "/dev/null");
        builder.environment().keySet().retainAll(List.of("PATH"));
        builder.environment().putAll(Map.of("HOME", home.toString(), "SHELL", "/bin/sh", "TERM", "xterm-256color"));
        builder.environment().putAll(environment);
        return new PtyScreen(builder.redirectErrorStream(true).start());
    }

    public void type(String text) throws IOException {
        keys.write(text);
        keys.flush();
    }

    /** Waits until this is shown, after what was waited for before. */
    public synchronized void await(String text) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (plain().indexOf(text, seen) < 0) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0 || over) {
                throw new AssertionError("\"%s\" was not shown after: %s".formatted(text, plain().substring(seen)));
            }
            wait(left);
        }
        seen = plain().indexOf(text, seen) + text.length();
    }

    /** Waits until all of these are shown, in whichever order, after what was waited for before. */
    public synchronized void awaitAll(String... texts) throws InterruptedException {
        int before = seen;
        int last = seen;
        for (var text : texts) {
            seen = before;
            await(text);
            last = Math.max(last, seen);
        }
        seen = last;
    }

    public int exitCode() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(() -> "it ends; it showed " + shown())
                .isTrue();
        reader.join(PATIENCE);
        return process.exitValue();
    }

    /** All of it, as it came. */
    public synchronized String shown() {
        return shown.toString();
    }

    private String plain() {
        // A terminal deletes what a shorter prompt leaves over; here it is enough that the words come one after
        // another.
        return shown.toString()
                .replaceAll("\u001b(\\[[0-9;?]*[A-Za-z]|[=>])", "")
                .replace("\r", "");
    }

    private void read() {
        try (var out = new InputStreamReader(process.getInputStream(), UTF_8)) {
            var some = new char[8_192];
            for (int n = out.read(some); n >= 0; n = out.read(some)) {
                add(new String(some, 0, n));
            }
        } catch (IOException e) {
            add("(cut: %s)".formatted(e.getMessage()));
        } finally {
            end();
        }
    }

    private synchronized void add(String text) {
        shown.append(text);
        notifyAll();
    }

    private synchronized void end() {
        over = true;
        notifyAll();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
