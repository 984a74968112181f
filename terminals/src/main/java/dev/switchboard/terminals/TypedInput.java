package dev.switchboard.terminals;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What was typed into a terminal and its program has not read yet.
 *
 * <p>Thread: any adds. It is written on a thread of the executor, which has one only while there is something to write:
 * a program that does not read holds that thread in native code, and nobody else.
 */
final class TypedInput {
    static final int MOST = 1024 * 1024;

    private final OutputStream out;
    private final Executor threads;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private int bytes;
    private boolean writing;
    private boolean broken;

    TypedInput(OutputStream out, Executor threads) {
        this.out = out;
        this.threads = threads;
    }

    /** All of it or nothing. */
    synchronized void add(byte[] typed) {
        if (broken || typed.length == 0) {
            return;
        }
        if (typed.length > MOST - bytes) {
            throw new SwitchboardException(
                    ErrorCode.TERMINAL_INPUT_FULL,
                    "The program in this terminal does not read what is typed, and 1 MiB is the most that waits for it:"
                            + " nothing of this was typed. Try again later, or close the terminal.");
        }
        waiting.add(typed);
        bytes += typed.length;
        if (!writing) {
            writing = true;
            threads.execute(this::write);
        }
    }

    private void write() {
        try {
            for (var next = next(); next != null; next = next()) {
                out.write(next);
                written(next);
            }
        } catch (IOException _) {
            // The terminal is gone. Its reader says so to everybody who looks.
            giveUp();
        }
    }

    private synchronized byte @Nullable [] next() {
        writing = !waiting.isEmpty();
        return waiting.peek();
    }

    private synchronized void written(byte[] typed) {
        waiting.poll();
        bytes -= typed.length;
    }

    private synchronized void giveUp() {
        broken = true;
        waiting.clear();
    }
}
