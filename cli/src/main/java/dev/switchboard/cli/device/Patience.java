package dev.switchboard.cli.device;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long to do without a connection. Thread: any. */
final class Patience {
    private final @Nullable Duration limit;
    private long since = System.nanoTime();
    private boolean connected;

    /** @param limit null for ever */
    Patience(@Nullable Duration limit) {
        this.limit = limit;
    }

    synchronized void connected() {
        connected = true;
    }

    synchronized void disconnected() {
        if (connected) {
            connected = false;
            since = System.nanoTime();
        }
    }

    /** In nanoseconds, and a very long time if it has no end; not positive when it is over. */
    synchronized long left() {
        return limit == null || connected ? Long.MAX_VALUE : limit.toNanos() - (System.nanoTime() - since);
    }

    String sentence() {
        return "gave up after %s without a connection".formatted(Times.inWords(limit == null ? Duration.ZERO : limit));
    }
}
