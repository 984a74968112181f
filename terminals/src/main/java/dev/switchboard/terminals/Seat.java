package dev.switchboard.terminals;

import dev.switchboard.core.terminal.Shown;
import dev.switchboard.core.terminal.Viewing;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One viewer's place in an {@link Audience}.
 *
 * <p>Thread: {@code next} on the viewer's own, all else on any. Only taking a piece needs the terminal's lock: whoever says
 * that bytes were written may be an event loop.
 */
final class Seat implements Viewing {
    private static final Logger log = LoggerFactory.getLogger(Seat.class);

    /** Small enough that a slow line shows progress, large enough that its envelope costs little. */
    private static final int PIECE = 16 * 1024;

    private static final byte[] RESET = "\033c".getBytes(StandardCharsets.US_ASCII);

    private final Audience audience;
    private final Runnable dropped;
    private final AtomicLong written;
    private final AtomicBoolean left = new AtomicBoolean();
    private volatile long taken;
    private volatile long movedAt;
    private volatile @Nullable Integer exitCode;
    private volatile @Nullable Thread waiting;
    private boolean begun;

    Seat(Audience audience, long offset, Runnable dropped) {
        this.audience = audience;
        this.dropped = dropped;
        this.taken = offset;
        this.written = new AtomicLong(offset);
        this.movedAt = audience.now();
    }

    @Override
    public Shown next() throws InterruptedException {
        waiting = Thread.currentThread();
        while (!left.get()) {
            // Looked at before the bytes: once it is there, no byte comes that the next line could miss.
            var code = exitCode;
            var piece = audience.piece(taken, PIECE);
            if (!begun || piece.length > 0) {
                return output(piece);
            }
            if (code != null) {
                close();
                return new Shown.Exited(code);
            }
            LockSupport.park(this);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return new Shown.Left();
    }

    private Shown output(byte[] piece) {
        long offset = taken;
        taken = offset + piece.length;
        if (begun) {
            return new Shown.Output(piece, offset, taken);
        }
        begun = true;
        var first = new byte[RESET.length + piece.length];
        System.arraycopy(RESET, 0, first, 0, RESET.length);
        System.arraycopy(piece, 0, first, RESET.length, piece.length);
        return new Shown.Output(first, offset, taken);
    }

    @Override
    public void written(long next) {
        written.accumulateAndGet(next, Math::max);
        movedAt = audience.now();
        audience.moved();
    }

    @Override
    public void close() {
        if (left.compareAndSet(false, true)) {
            audience.leave(this);
            wake();
        }
    }

    void drop() {
        if (left.compareAndSet(false, true)) {
            audience.leave(this);
            try {
                dropped.run();
            } catch (RuntimeException e) {
                log.atWarn().setCause(e).log("a viewer that was dropped could not be told");
            }
            wake();
        }
    }

    void end(int code) {
        exitCode = code;
        wake();
    }

    void wake() {
        LockSupport.unpark(waiting);
    }

    long taken() {
        return taken;
    }

    long written() {
        return written.get();
    }

    long movedAt() {
        return movedAt;
    }

    void movedAt(long now) {
        movedAt = now;
    }
}
