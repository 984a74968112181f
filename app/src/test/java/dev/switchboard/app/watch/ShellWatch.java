package dev.switchboard.app.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.watch.WatchOptions;
import dev.switchboard.cli.watch.WatchProcess;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code switchboard watch} in this process, on a pipe. */
final class ShellWatch implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LEFT = -1;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Thread thread;
    private volatile @Nullable Integer exitCode;

    ShellWatch(String... words) {
        var streams = new Streams(
                InputStream.nullInputStream(),
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                false,
                false,
                false);
        var options = Objects.requireNonNull(WatchOptions.plain(List.of(words)));
        var process = new WatchProcess(Map.of(), Clock.systemUTC(), streams);
        thread = Thread.ofVirtual().start(() -> exitCode = run(process, options));
    }

    /** As the program does it. */
    private int run(WatchProcess process, WatchOptions options) {
        try {
            return process.run(options);
        } catch (CommandException e) {
            err.append(e.getMessage());
            return e.exitCode();
        } catch (InterruptedException e) {
            return LEFT;
        }
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

    @Override
    public void close() throws InterruptedException {
        thread.interrupt();
        thread.join(PATIENCE);
    }
}
