package dev.switchboard.app.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.task.TaskOptions;
import dev.switchboard.cli.task.TaskProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@code switchboard task} in this process, with a person at its terminal or a pipe. */
final class ShellTask {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int END = -1;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final LinkedBlockingQueue<Integer> keys = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile @Nullable Integer exitCode;

    private ShellTask(boolean terminal, List<String> words) {
        var streams = new Streams(
                new Keys(), new PrintWriter(out, true), new PrintWriter(err, true), terminal, terminal, false);
        var options = Objects.requireNonNull(TaskOptions.plain(words));
        var process = new TaskProcess(Map.of("SWITCHBOARD_TOKEN", "swb_x"), Clock.systemUTC(), streams, false);
        thread = Thread.ofVirtual().start(() -> exitCode = run(process, options));
    }

    static ShellTask onTerminal(String... words) {
        return new ShellTask(true, List.of(words));
    }

    static ShellTask onPipe(String... words) {
        return new ShellTask(false, List.of(words));
    }

    /** As the program does it. */
    private int run(TaskProcess process, TaskOptions options) {
        try {
            return process.run(options);
        } catch (CommandException e) {
            err.append(e.getMessage());
            return e.exitCode();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    void type(String text) {
        text.chars().forEach(keys::add);
    }

    void endInput() {
        keys.add(END);
    }

    int exitCode() throws InterruptedException {
        assertThat(thread.join(PATIENCE)).as(() -> "it ends; it said " + err).isTrue();
        return Objects.requireNonNull(exitCode);
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    void awaitOut(String text) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(out()).contains(text));
    }

    void awaitErr(String text) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(err()).contains(text));
    }

    private final class Keys extends InputStream {
        @Override
        public int read() throws IOException {
            try {
                var next = keys.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                return next == null ? END : next;
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int next = read();
            if (next == END) {
                return END;
            }
            bytes[offset] = (byte) next;
            return 1;
        }
    }
}
