package dev.switchboard.terminals;

import static org.awaitility.Awaitility.await;

import dev.switchboard.core.terminal.Shown;
import dev.switchboard.core.terminal.Viewing;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps all that it is shown, and fails when a byte comes twice or not at all. A slow one takes what it is shown and says that
 * it was written only when the test says so; a stalled one takes nothing.
 */
final class Watcher {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private enum Pace {
        QUICK,
        SLOW,
        STALLED
    }

    final CompletableFuture<Integer> exited = new CompletableFuture<>();
    final CompletableFuture<Void> dropped = new CompletableFuture<>();
    final CompletableFuture<Void> left = new CompletableFuture<>();
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final Semaphore awake = new Semaphore(0);
    private final Pace pace;
    private @Nullable Viewing viewing;
    private String wrong = "";
    private long first = -1;
    private long written;

    private Watcher(Pace pace) {
        this.pace = pace;
    }

    static Watcher quick() {
        return new Watcher(Pace.QUICK);
    }

    /** Nothing is written until {@link #write} says so. */
    static Watcher slow() {
        return new Watcher(Pace.SLOW);
    }

    /** Takes nothing until {@link #wake}. */
    static Watcher stalled() {
        return new Watcher(Pace.STALLED);
    }

    /** Whether there was such a terminal. */
    boolean watch(PtyTerminals terminals, String id) {
        Optional<Viewing> attached = terminals.attach(id, () -> dropped.complete(null));
        attached.ifPresent(look -> {
            viewing = look;
            Thread.ofVirtual().start(() -> watch(look));
        });
        return attached.isPresent();
    }

    private void watch(Viewing look) {
        try {
            if (pace == Pace.STALLED) {
                awake.acquire();
            }
            while (true) {
                switch (look.next()) {
                    case Shown.Output output -> keep(look, output);
                    case Shown.Exited(int exitCode) -> {
                        exited.complete(exitCode);
                        return;
                    }
                    case Shown.Left() -> {
                        left.complete(null);
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private synchronized void keep(Viewing look, Shown.Output output) {
        var bytes = output.bytes();
        int reset = 0;
        if (first < 0) {
            first = output.offset();
            written = first;
            reset = 2;
            if (bytes.length < 2 || bytes[0] != 27 || bytes[1] != 'c') {
                wrong = "the replay does not begin with a reset";
                return;
            }
        }
        if (output.offset() != end() || output.next() != end() + bytes.length - reset) {
            wrong = "expected byte %d, was shown %d to %d".formatted(end(), output.offset(), output.next());
        }
        shown.write(bytes, reset, bytes.length - reset);
        if (pace != Pace.SLOW) {
            written = end();
            look.written(written);
        }
    }

    private long end() {
        return first + shown.size();
    }

    /** Lets all leave that has come so far. */
    synchronized void write() {
        written = end();
        look().written(written);
    }

    void wake() {
        awake.release();
    }

    void close() {
        look().close();
    }

    private synchronized Viewing look() {
        if (viewing == null) {
            throw new AssertionError("looks at nothing");
        }
        return viewing;
    }

    synchronized long unwritten() {
        return end() - written;
    }

    /** The offset of the first byte it was shown; waits for that. */
    long first() {
        await().atMost(PATIENCE).until(() -> {
            synchronized (this) {
                return first >= 0;
            }
        });
        return first;
    }

    /** What the terminal has shown since this offset. */
    synchronized byte[] since(long offset) {
        if (!wrong.isEmpty()) {
            throw new AssertionError(wrong);
        }
        var all = shown.toByteArray();
        return Arrays.copyOfRange(all, (int) (offset - first), all.length);
    }

    String text() {
        return new String(since(first()), StandardCharsets.UTF_8);
    }

    Watcher awaitText(String text) {
        await().atMost(PATIENCE).until(() -> text().contains(text));
        return this;
    }

    int awaitExit() throws Exception {
        return exited.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    void awaitDrop() throws Exception {
        dropped.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
