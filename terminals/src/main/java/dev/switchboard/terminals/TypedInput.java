package dev.switchboard.terminals;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What was typed into a terminal and its program has not read yet.
 *
 * <p>Thread: any adds. It is written on a thread of the executor, which has one only while there is something to write:
 * a program that does not read holds that thread in native code, and nobody else for long.
 */
final class TypedInput {
    static final int MOST = 1024 * 1024;
    /** As much as the system takes at once, so that it is seen how far the program has come. */
    private static final int PIECE = 4 * 1024;
    /** A program that has read nothing for so long is not waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final OutputStream out;
    private final Executor threads;
    private final LongSupplier nanoTime;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private int bytes;
    private long movedAt;
    private boolean writing;
    private boolean broken;

    TypedInput(OutputStream out, Executor threads, LongSupplier nanoTime) {
        this.out = out;
        this.threads = threads;
        this.nanoTime = nanoTime;
    }

    /** All of it or nothing. */
    synchronized void add(byte[] typed) {
        awaitRoom(typed.length);
        if (broken || typed.length == 0) {
            return;
        }
        waiting.add(typed);
        bytes += typed.length;
        if (!writing) {
            writing = true;
            movedAt = nanoTime.getAsLong();
            threads.execute(this::write);
        }
    }

    /** Whoever types more than is kept goes as fast as the program reads: a paste is not refused in its middle. */
    private synchronized void awaitRoom(int length) {
        try {
            while (!broken && length > MOST - bytes) {
                long left = PATIENCE.toNanos() - (nanoTime.getAsLong() - movedAt);
                if (length > MOST || left <= 0) {
                    throw full();
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw full();
        }
    }

    private static SwitchboardException full() {
        return new SwitchboardException(
                ErrorCode.TERMINAL_INPUT_FULL,
                "The program in this terminal does not read what is typed, and 1 MiB is the most that waits for it:"
                        + " nothing of this was typed. Try again later, or close the terminal.");
    }

    private void write() {
        try {
            for (var next = next(); next != null; next = next()) {
                for (int from = 0; from < next.length; from += PIECE) {
                    // A copy, since pty4j fails at a piece from the middle of an array.
                    var piece = Arrays.copyOfRange(next, from, Math.min(from + PIECE, next.length));
                    out.write(piece);
                    written(piece.length);
                }
            }
        } catch (IOException | RuntimeException _) {
            // The terminal is gone. Its reader says so to everybody who looks.
            giveUp();
        }
    }

    private synchronized byte @Nullable [] next() {
        writing = !waiting.isEmpty();
        return waiting.poll();
    }

    private synchronized void written(int length) {
        bytes -= length;
        movedAt = nanoTime.getAsLong();
        notifyAll();
    }

    private synchronized void giveUp() {
        broken = true;
        waiting.clear();
        notifyAll();
    }
}
