package dev.switchboard.terminals;

import dev.switchboard.core.terminal.TerminalViewer;
import dev.switchboard.core.terminal.Viewing;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who looks at one terminal, and how far behind they are.
 *
 * <p>Thread: bytes are shown under the terminal's lock. Leaving and saying that bytes were written takes no lock, since
 * whoever says it may hold one that showing needs.
 */
final class Audience {
    private static final Logger log = LoggerFactory.getLogger(Audience.class);

    /** Bytes that a viewer may have before it counts as full. */
    static final int ENOUGH = 256 * 1024;

    private final List<Seat> seats = new CopyOnWriteArrayList<>();
    private final Runnable moved;

    /** @param moved called whenever it may no longer be full */
    Audience(Runnable moved) {
        this.moved = moved;
    }

    /** The viewer sees these bytes first, and then all that are shown. */
    Viewing join(TerminalViewer viewer, byte[] bytes, long offset) {
        var seat = new Seat(viewer);
        seats.add(seat);
        seat.show(bytes, offset);
        moved.run();
        return seat;
    }

    void show(byte[] bytes, long offset) {
        seats.forEach(seat -> seat.show(bytes, offset));
    }

    void dismiss(int exitCode) {
        seats.forEach(seat -> seat.dismiss(exitCode));
    }

    /** Whether there is somebody, and nobody who could take more. */
    boolean isFull() {
        boolean anybody = false;
        for (var seat : seats) {
            if (seat.unwritten.get() <= ENOUGH) {
                return false;
            }
            anybody = true;
        }
        return anybody;
    }

    private final class Seat implements Viewing {
        private final TerminalViewer viewer;
        private final AtomicLong unwritten = new AtomicLong();
        private final AtomicBoolean left = new AtomicBoolean();

        Seat(TerminalViewer viewer) {
            this.viewer = viewer;
        }

        void show(byte[] bytes, long offset) {
            if (left.get()) {
                return;
            }
            unwritten.addAndGet(bytes.length);
            var once = new AtomicBoolean();
            try {
                viewer.output(bytes, offset, () -> {
                    if (once.compareAndSet(false, true)) {
                        unwritten.addAndGet(-bytes.length);
                        moved.run();
                    }
                });
            } catch (RuntimeException e) {
                log.atWarn().setCause(e).log("a viewer of a terminal failed and sees no more of it");
                close();
            }
        }

        void dismiss(int exitCode) {
            if (left.compareAndSet(false, true)) {
                seats.remove(this);
                try {
                    viewer.exited(exitCode);
                } catch (RuntimeException e) {
                    log.atWarn().setCause(e).log("a viewer of a terminal failed at its end");
                }
            }
        }

        @Override
        public void close() {
            if (left.compareAndSet(false, true)) {
                seats.remove(this);
                moved.run();
            }
        }
    }
}
