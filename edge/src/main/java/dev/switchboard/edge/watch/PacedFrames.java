package dev.switchboard.edge.watch;

import dev.switchboard.edge.net.WebSocket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is on its way, so that who sends much can wait for the socket instead of overrunning its outbox. A large
 * frame waits until nothing else is: only then it is sure to be taken, however large it is. It does not wait for a socket
 * that takes nothing: that one is closed by its outbox.
 *
 * <p>Thread: one sends and waits; any closes.
 */
public final class PacedFrames implements Frames, AutoCloseable {
    /**
     * How much goes into the outbox before some of it has left: frames, and characters, of which one has up to three bytes.
     */
    private static final int AHEAD_FRAMES = 256;

    private static final int AHEAD_CHARS = 128 * 1024;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final WebSocket socket;
    private final Duration patience;
    private final AtomicInteger frames = new AtomicInteger();
    private final AtomicInteger chars = new AtomicInteger();
    private volatile boolean closed;
    /** Who waits, if anybody does. */
    private volatile @Nullable Thread waiter;

    public PacedFrames(WebSocket socket) {
        this(socket, PATIENCE);
    }

    /** @param patience how long something large waits while nothing is taken */
    PacedFrames(WebSocket socket, Duration patience) {
        this.socket = socket;
        this.patience = patience;
    }

    @Override
    public void send(String frame) {
        send(frame, WebSocket.Receipt.NONE);
    }

    @Override
    public void send(String frame, WebSocket.Receipt receipt) {
        if (frame.length() >= AHEAD_CHARS) {
            awaitNone();
        }
        boolean sent;
        synchronized (this) {
            sent = !closed;
            if (sent) {
                frames.incrementAndGet();
                chars.addAndGet(frame.length());
                socket.send(frame, written -> settled(frame.length(), receipt, written));
            }
        }
        if (!sent) {
            receipt.settled(false);
        }
    }

    private void settled(int length, WebSocket.Receipt receipt, boolean written) {
        chars.addAndGet(-length);
        frames.decrementAndGet();
        LockSupport.unpark(waiter);
        receipt.settled(written);
    }

    /** Returns when there is room for more, or this is closed. */
    public void awaitRoom() throws InterruptedException {
        waiter = Thread.currentThread();
        try {
            while (!closed && (frames.get() >= AHEAD_FRAMES || chars.get() >= AHEAD_CHARS)) {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } finally {
            waiter = null;
        }
    }

    /** An interrupt is for who waits for room afterwards. */
    private void awaitNone() {
        boolean interrupted = false;
        waiter = Thread.currentThread();
        int left = frames.get();
        long until = System.nanoTime() + patience.toNanos();
        for (long wait = patience.toNanos(); !closed && left > 0 && wait > 0; wait = until - System.nanoTime()) {
            LockSupport.parkNanos(this, wait);
            interrupted |= Thread.interrupted();
            int now = frames.get();
            if (now < left) {
                until = System.nanoTime() + patience.toNanos();
            }
            left = now;
        }
        waiter = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nothing is sent after this has returned; whoever waits goes on. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        LockSupport.unpark(waiter);
    }
}
