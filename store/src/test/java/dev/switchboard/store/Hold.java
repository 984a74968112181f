package dev.switchboard.store;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Work that keeps the writer busy until a test lets it go, so that what comes after it shares a batch. */
final class Hold {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Hold() {}

    static Job.Work<Boolean> until(CountDownLatch released) {
        return sql -> {
            try {
                return released.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
    }
}
