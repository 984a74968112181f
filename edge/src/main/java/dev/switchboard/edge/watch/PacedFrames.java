package dev.switchboard.edge.watch;

import dev.switchboard.edge.net.WebSocket;
import java.util.concurrent.Semaphore;

/**
 * Counts what is on its way, so that who sends much can wait for the socket instead of overrunning its outbox.
 *
 * <p>Thread: one sends and waits; any closes.
 */
public final class PacedFrames implements Frames, AutoCloseable {
    /**
     * How much goes into the outbox before some of it has left: frames, and characters, of which one has up to three bytes.
     */
    private static final int AHEAD_FRAMES = 256;

    private static final int AHEAD_CHARS = 128 * 1024;

    private final WebSocket socket;
    /** Taken for what was sent since the last mark, given back when the socket has written that mark. */
    private final Semaphore room = new Semaphore(1);

    private int frames;
    private int chars;
    private boolean closed;

    public PacedFrames(WebSocket socket) {
        this.socket = socket;
    }

    @Override
    public void send(String frame) {
        send(frame, WebSocket.Receipt.NONE);
    }

    @Override
    public void send(String frame, WebSocket.Receipt receipt) {
        frames++;
        chars += frame.length();
        boolean mark = frames >= AHEAD_FRAMES || chars >= AHEAD_CHARS;
        if (mark) {
            frames = 0;
            chars = 0;
            room.drainPermits();
        }
        boolean sent;
        synchronized (this) {
            sent = !closed;
            if (sent) {
                socket.send(frame, mark ? written -> settled(receipt, written) : receipt);
            }
        }
        if (!sent) {
            settled(receipt, false);
        }
    }

    private void settled(WebSocket.Receipt receipt, boolean written) {
        room.release();
        receipt.settled(written);
    }

    /** Returns when the last mark has left, or this is closed. */
    public void awaitRoom() throws InterruptedException {
        room.acquire();
        room.release();
    }

    /** Nothing is sent after this has returned; whoever waits goes on. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        room.release();
    }
}
