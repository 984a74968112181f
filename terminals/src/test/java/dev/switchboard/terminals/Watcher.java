package dev.switchboard.terminals;

import static org.awaitility.Awaitility.await;

import dev.switchboard.core.terminal.TerminalViewer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Keeps all that it is shown, and fails when a byte comes twice or not at all. */
final class Watcher implements TerminalViewer {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    final CompletableFuture<Integer> exited = new CompletableFuture<>();
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final Queue<Runnable> unwritten = new ArrayDeque<>();
    private final boolean slow;
    private String wrong = "";
    private long first = -1;
    private long unwrittenBytes;
    private int lastLength;

    private Watcher(boolean slow) {
        this.slow = slow;
    }

    static Watcher quick() {
        return new Watcher(false);
    }

    /** Nothing is written until {@link #write} says so. */
    static Watcher slow() {
        return new Watcher(true);
    }

    @Override
    public synchronized void output(byte[] bytes, long offset, Runnable written) {
        if (exited.isDone()) {
            wrong = "output after the end";
        }
        if (first < 0) {
            first = offset;
            if (bytes.length < 2 || bytes[0] != 27 || bytes[1] != 'c') {
                wrong = "the replay does not begin with a reset";
                return;
            }
            shown.write(bytes, 2, bytes.length - 2);
        } else {
            if (offset != first + shown.size()) {
                wrong = "expected byte %d, was shown %d".formatted(first + shown.size(), offset);
            }
            shown.write(bytes, 0, bytes.length);
        }
        lastLength = bytes.length;
        if (slow) {
            unwrittenBytes += bytes.length;
            unwritten.add(() -> {
                unwrittenBytes -= bytes.length;
                written.run();
            });
        } else {
            written.run();
        }
    }

    @Override
    public void exited(int exitCode) {
        exited.complete(exitCode);
    }

    /** Lets all leave that has come so far. */
    synchronized void write() {
        while (!unwritten.isEmpty()) {
            unwritten.remove().run();
        }
    }

    synchronized long unwritten() {
        return unwrittenBytes;
    }

    synchronized int lastLength() {
        return lastLength;
    }

    synchronized long first() {
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

    synchronized String text() {
        return new String(since(first), StandardCharsets.UTF_8);
    }

    Watcher awaitText(String text) {
        await().atMost(PATIENCE).until(() -> text().contains(text));
        return this;
    }

    int awaitExit() throws Exception {
        return exited.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
